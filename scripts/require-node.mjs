// Furrow runs on the Node pinned by its lockfile; an older one that merely started npm must not run the service.
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Furrow needs Node 24, and this is Node ${process.versions.node}: the pinned one was not installed because install scripts are switched off; run "npm ci --ignore-scripts=false" and try again.`,
  )
  process.exit(1)
}

// Keeps compiled code, so that a later start is faster and takes less memory.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
