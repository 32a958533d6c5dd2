#!/bin/sh
# Makes the files of test/media/files anew, with the tools that people make theirs with: ffmpeg, sox, ImageMagick and heif-enc
# (on Debian: apt-get install ffmpeg sox libsox-fmt-mp3 imagemagick libheif-examples webp). The tests read the files alone.
set -eu
cd "$(dirname "$0")/files"
rm -f ./*
film() { ffmpeg -v error -f lavfi -i testsrc=size=128x72:rate=10:duration=1 -f lavfi -i sine=duration=1:sample_rate=44100 -map_metadata -1 "$@"; }
silent() { ffmpeg -v error -f lavfi -i testsrc=size=128x72:rate=10:duration=1 -map_metadata -1 "$@"; }
sound() { ffmpeg -v error -f lavfi -i sine=duration=1:sample_rate=44100 -map_metadata -1 "$@"; }
h264='-c:v libx264 -pix_fmt yuv420p -crf 40 -c:a aac -b:a 32k'

film $h264 h264.mp4
film $h264 -movflags +faststart faststart.mp4
film $h264 -movflags frag_keyframe+empty_moov fragmented.mp4
silent -c:v libx265 -x265-params log-level=error -pix_fmt yuv420p -crf 40 hevc.mp4
silent -c:v mpeg4 -q:v 20 mpeg4.mp4
silent -c:v libaom-av1 -cpu-used 8 -crf 60 av1.mp4
film $h264 h264.mov
silent -c:v prores -profile:v 0 -pix_fmt yuv422p10 -s 64x36 -frames:v 2 prores.mov
silent -c:v mjpeg -q:v 20 -pix_fmt yuvj420p -frames:v 4 mjpeg.mov
film $h264 apple.m4v
silent -c:v h263 -s 128x96 -b:v 30k phone.3gp
silent -c:v mpeg4 -q:v 20 phone.3g2
film -c:v libvpx -b:v 20k -c:a libvorbis vp8.webm
silent -c:v libvpx-vp9 -b:v 20k vp9.webm
film $h264 h264.mkv
silent -c:v msmpeg4v2 -q:v 20 msmpeg4.mkv
silent -c:v libtheora -q:v 1 theora.mkv
silent -c:v mjpeg -q:v 20 -pix_fmt yuvj420p -frames:v 4 mjpeg.avi
silent -c:v mpeg4 -vtag XVID -q:v 20 xvid.avi
film -c:v flv -q:v 20 -c:a libmp3lame -b:a 32k sorenson.flv
film $h264 -f mpegts stream.m2t
film $h264 -f mpegts -mpegts_m2ts_mode 1 camera.MTS
film -c:v mpeg2video -r 25 -q:v 20 -c:a mp2 -b:a 64k -f mpegts broadcast.m2t
silent -c:v mpeg1video -r 25 -q:v 20 -f vob program.mpg
film -c:v wmv2 -q:v 20 -c:a wmav2 -b:a 32k windows.wmv
film -c:v libtheora -q:v 1 -c:a libvorbis theora.ogv
cp h264.mp4 noextension

sound -c:a aac -b:a 32k sound.m4a
sound -c:a aac -b:a 32k soundonly.mp4
sound -c:a aac -b:a 32k -f mov soundonly.mov
sound -c:a libopus -b:a 16k soundonly.webm
sound -c:a libvorbis -q:a 0 soundonly.mkv
sound -c:a libmp3lame -b:a 32k soundonly.avi
sound -c:a libmp3lame -b:a 32k soundonly.flv
sound -c:a mp2 -b:a 64k -f vob soundonly.mpg
sound -c:a aac -b:a 32k -f mpegts soundonly.m2t
sound -c:a ac3 -b:a 64k -f mpegts -mpegts_m2ts_mode 1 soundonly.MTS
sound -c:a libopus -b:a 16k sound.opus
sound -c:a libmp3lame -b:a 32k -write_id3v1 1 tagged.mp3
sound -c:a flac sound.flac
sound -c:a wmav2 -b:a 32k sound.wma
sox -q -n -r 8000 -b 16 sound.wav synth 0.5 sine 440
sox -q -n -r 8000 -b 16 sound.aiff synth 0.5 sine 440
sox -q -n -r 8000 sound.ogg synth 0.5 sine 440

convert -size 64x48 gradient:red-blue -quality 60 photo.jpg
convert photo.jpg -interlace JPEG progressive.jpg
convert photo.jpg photo.png
convert photo.jpg still.gif
convert -delay 20 photo.jpg -flop photo.jpg animated.gif
convert photo.jpg scan.tiff
convert photo.jpg -resize 16x12 BMP3:bitmap.bmp
convert photo.jpg -resize 16x16 icon.ico
ffmpeg -v error -f lavfi -i testsrc=size=32x24:rate=2:duration=1 -map_metadata -1 -f apng animated.png
cwebp -quiet photo.png -o photo.webp
heif-enc -q 30 photo.png -o photo.heic > /dev/null 2>&1
ffmpeg -v error -i photo.png -map_metadata -1 -c:v libaom-av1 -still-picture 1 -crf 50 photo.avif

printf '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>\n' > page.html
printf '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n' > drawing.svg
printf '{"error":"not found"}\n' > answer.json
printf '1\n00:00:00,000 --> 00:00:01,000\nHello\n' > words.srt
