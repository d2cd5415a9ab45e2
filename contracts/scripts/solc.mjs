#!/usr/bin/env node
// The compiler from npm, called by forge like a native one: standard JSON in, standard JSON out.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import solc from 'solc'

if (process.argv.includes('--version')) {
  // Forge reads a version of the form that native builds have.
  console.log(`solc\nVersion: ${solc.version().replace(/\.Emscripten\.clang$/, '.Linux.g++')}`)
} else {
  // Forge hands over its own files; their imports from packages are read as a native compiler reads them.
  const base = process.argv[process.argv.indexOf('--base-path') + 1] ?? '.'
  const read = path => ({ contents: readFileSync(resolve(base, path), 'utf8') })
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: read }))
}
