# The one base image, of which the last stage has Node and the libraries it is linked with. For builds that are the same to the
# byte, pin its digest too: docker build --build-arg NODE=node:24.21.0-bookworm-slim@sha256:...
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
COPY . .
# What GET /version tells: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN FURROW_COMMIT=$COMMIT ops/image/build.sh /image

# No shell, no package manager, nothing that can be written: run it with --read-only.
FROM scratch
COPY --from=build /image /
USER 1000:1000
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE_PORTABLE=1
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/local/bin/node", "/furrow/ops/image/healthcheck.mjs"]
CMD ["/usr/local/bin/node", "--max-semi-space-size=4", "--max-old-space-size=1024", "--v8-pool-size=1", "--import", "/furrow/scripts/require-node.mjs", "/furrow/server/dist/bin/main.js"]
