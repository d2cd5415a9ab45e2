import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where the service is, and the key for it. */
export type Settings = { readonly url: string; readonly key: string | null }

type Env = Readonly<Record<string, string | undefined>>

export function settingsFile(env: Env): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'furrow', 'login.json')
}

/** FURROW_URL and FURROW_KEY, or the kept login; null where there is neither. A kept key goes to its own service alone. */
export function readSettings(env: Env): Settings | null {
  const kept = readKept(env)
  const url = env.FURROW_URL || kept?.url
  if (!url) return null
  return { url, key: env.FURROW_KEY?.trim() || (kept?.url === url ? kept.key : null) }
}

export const exampleAddress = 'https://furrow.example.org/api'

/** Whether it may be the address of a service: `localhost:8080` is one of the scheme `localhost`, which nobody knows. */
export function isAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

/** Whether a header can carry it, as it has to carry a key. */
export function isKey(text: string): boolean {
  return /^[!-~]+$/.test(text)
}

function readKept(env: Env): Settings | null {
  try {
    const { url, key }: Record<string, unknown> = JSON.parse(readFileSync(settingsFile(env), 'utf8'))
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : null
  } catch {
    return null
  }
}

/** Asked before a key is made, which would be lost. @throws the system's error where the file cannot be written */
export function requireRoom(env: Env): void {
  const folder = dirname(settingsFile(env))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
}

/** Kept for its owner's eyes alone, whatever the file was before. */
export function keepSettings(env: Env, settings: Settings): void {
  const file = settingsFile(env)
  requireRoom(env)
  const fresh = `${file}.${process.pid}`
  try {
    writeFileSync(fresh, `${JSON.stringify(settings)}\n`, { mode: 0o600 })
    chmodSync(fresh, 0o600)
    renameSync(fresh, file)
  } finally {
    // A disk that is full leaves a part of the key.
    rmSync(fresh, { force: true })
  }
}

export function forgetSettings(env: Env): void {
  rmSync(settingsFile(env), { force: true })
}
