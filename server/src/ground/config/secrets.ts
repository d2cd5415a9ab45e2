import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

/** The signing secrets with the mail keys derived from them; the first one signs and seals, all verify and open. */
export type Secrets = {
  readonly signing: readonly [string, ...string[]]
  readonly sealing: readonly [KeyObject, ...KeyObject[]]
}

/** Interface document, section 2.1. A key object opens a message four times as fast as the same bytes in a buffer. */
function sealingKey(secret: string): KeyObject {
  return createSecretKey(createHash('sha256').update(secret).digest())
}

export function readSecrets(config: Config): Secrets {
  return secretsOf([config.jwtSecret ?? keptSecret(config.dataDir), ...config.previousSecrets])
}

export function secretsOf([current = '', ...previous]: readonly string[]): Secrets {
  return { signing: [current, ...previous], sealing: [sealingKey(current), ...previous.map(sealingKey)] }
}

export function hasSecret({ jwtSecret, dataDir }: Config): boolean {
  return jwtSecret !== null || hasKept(dataDir)
}

function hasKept(dataDir: string): boolean {
  const file = fileOf(dataDir)
  return read(file, () => statSync(file, { throwIfNoEntry: false }) !== undefined)
}

/** A folder of somebody else is not one without a secret. @throws ConfigError */
function read<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}.`])
  }
}

export function dropSecret({ dataDir }: Config): void {
  rmSync(fileOf(dataDir), { force: true })
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'jwt-secret')
}

function keptSecret(dataDir: string): string {
  const file = fileOf(dataDir)
  if (!hasKept(dataDir)) keepSecret(dataDir, randomBytes(48).toString('base64url'))
  const secret = read(file, () => readFileSync(file, 'utf8')).trim()
  // Anyone could sign with an empty one.
  if (secret === '') throw new ConfigError([`${file} is empty; restore it, or set JWT_SECRET.`])
  return secret
}

/** Linked, so two first starts agree on one whole secret; synced first, since sealed data cannot be read without it. */
export function keepSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = fileOf(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, secret, { mode: 0o600 })
  try {
    putOnDisk(draft)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  putOnDisk(dataDir)
}

function putOnDisk(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
