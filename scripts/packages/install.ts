import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A folder of somebody else's, with the packed packages and nothing of this repository. */
export function installPacked(names: readonly string[], extra: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-packed-'))
  const packed = run(
    'npm',
    ['pack', '--json', ...names.flatMap(name => ['-w', name]), '--pack-destination', folder],
    root,
  )
  const tarballs = filesOf(JSON.parse(packed))
  const dependencies = {
    ...extra,
    ...Object.fromEntries(names.map(name => [name, `file:${tarballOf(tarballs, name)}`])),
  }
  // The packages use one another as they were packed, and not as a registry may have them.
  const overrides = Object.fromEntries(names.map(name => [name, `$${name}`]))
  const manifest = { name: 'empty', private: true, type: 'module', dependencies, overrides }
  return { tarballs, ...install(folder, manifest) }
}

/** A folder of somebody else's with one program from the registry in it, and nothing of this repository. */
export function installProgram(name: string) {
  return install(mkdtempSync(join(tmpdir(), 'furrow-program-')), { private: true }, name)
}

function install(folder: string, manifest: object, ...names: readonly string[]) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names], folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Packed = {
  readonly name: string
  readonly filename: string
  readonly files: { readonly path: string }[]
}

/** npm gives a list, or from 12 on a record by names. */
function filesOf(packed: Packed[] | Record<string, Packed>): Packed[] {
  return Object.values(packed)
}

function tarballOf(tarballs: readonly Packed[], name: string): string {
  const found = tarballs.find(one => one.name === name)
  if (found === undefined) throw new Error(`${name} was not packed.`)
  return found.filename
}

/** The standard output. @throws Error with all that the program said where it fails. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`)
  return stdout
}

/** Like `run`, while this process goes on: the service that it asks is in it. */
export async function runBeside(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, ...said }
}

/** The Node.js of a version: of the same major one that lies on the PATH, or else from the registry into the folder. */
export function nodeOf(version: string, folder: string): string {
  const [major] = version.split('.')
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = [process.execPath, ...folders.map(folder => join(folder, 'node'))]
  const isIt = (program: string) =>
    spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${major}.`) === true
  const found = programs.find(isIt)
  if (found !== undefined) return found
  const name = `node-${process.platform}-${process.arch}`
  const aside = join(folder, `node-${major}`)
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', aside, `${name}@${version}`], folder)
  return join(aside, 'node_modules', name, 'bin/node')
}

export function copyInto(folder: string, ...files: string[]): void {
  for (const file of files) copyFileSync(join(import.meta.dirname, file), join(folder, file))
}
