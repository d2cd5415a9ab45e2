#!/usr/bin/env node
// The compiler that npm has, as forge calls a native one: standard JSON in, standard JSON out.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import solc from 'solc'

if (process.argv.includes('--version')) {
  // Forge reads a version of the form that native builds have.
  console.log(`solc\nVersion: ${solc.version().replace(/\.Emscripten\.clang$/, '.Linux.g++')}`)
} else {
  // Forge hands over its own files; what those import from packages is read as a native compiler reads it.
  const base = process.argv[process.argv.indexOf('--base-path') + 1] ?? '.'
  const read = path => ({ contents: readFileSync(resolve(base, path), 'utf8') })
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: read }))
}
