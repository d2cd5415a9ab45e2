import { spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Separates a program that reads strangers' input from everything else on this machine. */
export type Fence = {
  /** Namespaces of its own, another user, or Node's permissions alone, which bind no library. */
  readonly kind: 'namespaces' | 'user' | 'permissions'
  readonly command: string
  readonly args: readonly string[]
  readonly ids: { readonly uid?: number; readonly gid?: number }
}

const nobody = 65_534
const patience = 5_000

/** Node's permissions: it writes no file, reads only these, and has no process, thread or network of its own. */
export const permissionsOf = (): readonly string[] => [
  '--permission',
  '--allow-addons',
  '--disable-warning=SecurityWarning',
  ...findReadable().map(path => `--allow-fs-read=${statSync(path).isDirectory() ? join(path, sep) : path}`),
  '--allow-fs-read=/usr/bin/ldd',
]

/** The files of such a program: itself and its packages, looked for when the first image comes. */
function findReadable(): string[] {
  const here = import.meta.filename
  const server = here.slice(0, here.lastIndexOf(`${sep}server${sep}`) + `${sep}server`.length)
  const root = dirname(server)
  const sharp = realpathSync(createRequire(import.meta.url).resolve('sharp'))
  const packages = sharp.slice(0, sharp.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
  const paths = [
    server,
    join(root, 'node_modules'),
    packages,
    join(root, 'sdk'),
    join(root, 'storage'),
    join(root, 'package.json'),
  ]
  return [...new Set(paths)].filter(existsSync)
}

let found: Promise<Fence> | null = null

export function findFence(): Promise<Fence> {
  found ??= tryAll()
  return found
}

async function tryAll(): Promise<Fence> {
  for (const fence of [inNamespaces(), asNobody()]) if (fence !== null && (await stands(fence))) return fence
  return { kind: 'permissions', command: process.execPath, args: [], ids: {} }
}

/** Bubblewrap: no network, no other process, and no file but these. */
function inNamespaces(): Fence {
  const node = realpathSync(process.execPath)
  const binds = ['/usr', '/lib', '/lib64', node, ...findReadable()].flatMap(path => [
    '--ro-bind-try',
    path,
    path,
  ])
  const alone = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL']
  return {
    kind: 'namespaces',
    command: 'bwrap',
    args: [...alone, ...binds, '--proc', '/proc', '--dev', '/dev', '--', node],
    ids: {},
  }
}

/** Needs root. */
function asNobody(): Fence | null {
  if (process.getuid?.() !== 0) return null
  return { kind: 'user', command: process.execPath, args: [], ids: { uid: nobody, gid: nobody } }
}

function stands({ command, args, ids }: Fence): Promise<boolean> {
  const look = `require('node:fs').accessSync(${JSON.stringify(fileURLToPath(import.meta.url))})`
  return new Promise(resolve => {
    const child = spawn(command, [...args, ...permissionsOf(), '-e', look], {
      ...ids,
      env: {},
      stdio: 'ignore',
      timeout: patience,
    })
    child.once('error', () => resolve(false))
    child.once('close', code => resolve(code === 0))
  })
}
