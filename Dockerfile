FROM node:24-bookworm-slim AS build
WORKDIR /furrow
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY bench/package.json bench/
RUN npm ci --omit=dev
COPY scripts scripts
COPY sdk sdk
COPY server server

FROM node:24-bookworm-slim
WORKDIR /furrow
COPY --from=build /furrow .
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
CMD ["npm", "start"]
