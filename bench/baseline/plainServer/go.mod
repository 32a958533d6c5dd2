module plainserver

go 1.22
