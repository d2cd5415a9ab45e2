import type { Diagnosis, Finding } from '@furrow/sdk/contract'
import { instant, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { inTime, LateError } from '../../ground/in-time.ts'
import { oneFor } from '../../ground/one-for.ts'
import { publicAddress } from './address.ts'
import { backups } from './backups.ts'
import { chains } from './chains.ts'
import { type Check, type Patient, wrong } from './check.ts'
import { codeHost } from './codehost.ts'
import { contract } from './contract.ts'
import { credentials } from './credentials.ts'
import { database } from './database.ts'
import { disk, permissions } from './disk.ts'
import { email } from './email.ts'
import { files } from './files.ts'
import { images } from './images.ts'
import { ledger } from './ledger.ts'
import { passkeys } from './passkeys.ts'
import { paymasters } from './paymasters.ts'
import { priceFeeds } from './price-feeds.ts'
import { settings } from './settings.ts'
import { splitters } from './splitters.ts'
import { time } from './time.ts'
import { tracing } from './tracing.ts'
import { treasury } from './treasury.ts'
import { wallets } from './wallets.ts'

const checks: readonly Check[] = [
  settings,
  database,
  codeHost,
  chains,
  wallets,
  passkeys,
  paymasters,
  contract,
  splitters,
  treasury,
  priceFeeds,
  time,
  disk,
  files,
  images,
  email,
  permissions,
  backups,
  ledger,
  tracing,
  credentials,
  publicAddress,
]

const patience = 9 * second
const between = 10 * second

export async function examine(patient: Patient): Promise<Diagnosis> {
  const at = instant(patient.clock.now())
  const findings = (await Promise.all(checks.map(check => look(check, patient)))).flat()
  return { at, ok: findings.every(({ state }) => state !== 'wrong'), findings }
}

async function look({ about, look }: Check, patient: Patient): Promise<Finding[]> {
  const seen = await inTime(look(patient), patience).catch((error: Error) => [
    error instanceof LateError
      ? wrong('It could not be looked at in time.', 'See the other findings, and try again.')
      : wrong('It could not be looked at.', 'See the other findings: what it depends on may be away.'),
  ])
  return seen.map(one => ({ about, ...one }))
}

/** All who ask at the same time, or within ten seconds, share one examination. */
export const doctorOf = oneFor((context: Context): (() => Promise<Diagnosis>) => {
  let last: { readonly at: number; readonly diagnosis: Promise<Diagnosis> } | null = null
  return () => {
    const now = context.clock.now()
    if (last === null || Math.abs(now - last.at) >= between) last = { at: now, diagnosis: examine(context) }
    return last.diagnosis
  }
})
