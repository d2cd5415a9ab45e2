FROM node:24-bookworm-slim AS build
WORKDIR /furrow
COPY . .
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /furrow
COPY --from=build /furrow .
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
CMD ["node_modules/.bin/node", "--max-semi-space-size=4", "--v8-pool-size=1", "--import", "./scripts/require-node.mjs", "server/src/main.ts"]
