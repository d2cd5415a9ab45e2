// The root's package.json says which version this is; whatever else says it is written from there (`npm version 0.3.0` does so). A
// test holds that all of it is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, workspaces } = manifest

/** Texts that name a package or an image by its version. */
const spoken = [
  'docs/agents.md',
  'docs/cli.md',
  ...['cli', 'mcp', 'sdk'].map(name => `${name}/README.md`),
  ...['furrow', 'furrow-sqlite'].map(name => `ops/kubernetes/${name}.yaml`),
]

/** The text that each file has to have, by its path. */
export function spreadVersion(): ReadonlyMap<string, string> {
  const manifests = workspaces.map(name => {
    const path = `${name}/package.json`
    const text = read(path)
      .replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`)
      .replace(/("@furrow\/[a-z]+": )"[^"]+"/g, `$1"${version}"`)
    return [path, text] as const
  })
  const texts = spoken.map(path => {
    const text = read(path)
      .replace(/(furrow-(?:cli|mcp|sdk)-)\d+\.\d+\.\d+(?=\.tgz)/g, `$1${version}`)
      .replace(/(registry\.example\.org\/furrow:)\d+\.\d+\.\d+/g, `$1${version}`)
    return [path, text] as const
  })
  return new Map<string, string>([...manifests, ...texts])
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of spreadVersion()) writeFileSync(join(root, path), text)
