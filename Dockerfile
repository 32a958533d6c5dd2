# One image for every process. Its command is one of: api (default), worker, migrate up, admin. See docs/deploy.md.
ARG NODE=node:24-trixie-slim

FROM ${NODE} AS build
# An older npm does not know `allowScripts` of package.json and would run every install script.
RUN npm install --global npm@11.19.1
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --strict-allow-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund
# Programs of developers.
RUN cd dist/bin && rm -r assistants bundle* contract* demo* docs* histories pictures* recordHistories* screenshots*
# Temporal's SDK comes with its native library for five kinds of machines: only that of this one stays.
RUN cd node_modules/@temporalio/core-bridge \
  && own="$(node -p 'require("./common").getPrebuiltTargetName()')" \
  && test -f "releases/$own/index.node" \
  && find releases -mindepth 1 -maxdepth 1 ! -name "$own" -exec rm -r {} +

FROM ${NODE}
ENV NODE_ENV=production
# Where /ready and /metrics are, for the health check too: the same in every container.
ENV INTERNAL_PORT=9464
COPY --from=build /app/package.json /app/
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
# "node" of the base image; a number, so that Kubernetes can tell that it is not root. Nothing is written to the image.
RUN install -d -m 700 -o 1000 -g 1000 /media
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.INTERNAL_PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node resolves the command's first word to a file of this folder. No shell stands between it and the signals.
WORKDIR /app/dist/bin
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["api"]
