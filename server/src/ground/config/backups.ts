import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import { hour } from '../clock.ts'
import type { Reader } from './reader.ts'

export type BackupConfig = {
  /** Milliseconds between two backups; 0 for none. */
  readonly everyMs: number
  readonly folder: string
  readonly recipients: readonly string[]
}

export function readBackups(read: Reader): BackupConfig {
  const dataDir = read.text('DATA_DIR') ?? './data'
  const everyMs = read.number('BACKUP_HOURS', 0, { min: 0, max: 8_760 }) * hour
  if (everyMs > 0 && dataDir === ':memory:' && read.text('DATABASE_URL') === null)
    read.problems.push('BACKUP_HOURS cannot be set for a database in memory.')
  const folder = read.text('BACKUP_DIR') ?? join(dataDir, 'backups')
  return { everyMs, folder, recipients: readRecipients(read) }
}

function readRecipients(read: Reader): readonly string[] {
  const recipients = [...new Set(read.list('BACKUP_AGE_RECIPIENTS'))]
  for (const recipient of recipients) {
    // A secret must not reach the log.
    if (/^AGE-SECRET-KEY-/i.test(recipient))
      read.problems.push(
        'BACKUP_AGE_RECIPIENTS has a secret key in it: set its public key (age1...), and keep the secret one elsewhere.',
      )
    else if (!isRecipient(recipient))
      read.problems.push(
        `BACKUP_AGE_RECIPIENTS must be public keys of age (age1...), with commas between them; it has "${recipient}".`,
      )
  }
  return recipients
}

/** Refuses hardware keys (age1tag...): restore could not use them. */
function isRecipient(text: string): boolean {
  if (/^age1tag/.test(text)) return false
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}
