#!/bin/sh
# Makes the image's file system in a folder: `ops/image/build.sh <folder>`. The Dockerfile runs it, and so does ops/image/try.sh,
# which needs no engine. It changes the copy of the repository that it runs in.
set -eu
cd "$(dirname "$0")/../.."

# Node is the base image's own, so that the package that brings one is left out. No script of a dependency is run.
npm ci --prefer-offline --omit=dev --ignore-scripts -w sdk -w storage -w mcp -w contracts -w server -w web
npx vite build web --logLevel error
npx vite build contracts/exit --logLevel error
node web/docs/build.ts
node web/reference/build.ts
npx vite build server --logLevel error

node ops/image/assemble.mjs "$1"

# What the service and the client are made of. npm leaves out what is needed for development too, unless nothing is.
npm pkg delete devDependencies
npm sbom --package-lock-only --sbom-format=cyclonedx --omit=dev -w server -w web >"$1/furrow/sbom.cdx.json"

# The service writes into /data and nowhere else.
node ops/image/first-start.mjs "$1"
chown 1000:1000 "$1/data"
chmod 1777 "$1/tmp"
