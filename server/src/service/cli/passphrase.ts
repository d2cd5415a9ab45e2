import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { RefusedError } from '../../ground/errors.ts'

/** BACKUP_PASSPHRASE, or typed input, which is not shown. @throws RefusedError if there is neither. */
export async function readPassphrase(
  env: NodeJS.ProcessEnv,
  whose: 'the secret' | 'the key',
): Promise<string> {
  if (env.BACKUP_PASSPHRASE) return env.BACKUP_PASSPHRASE
  if (!process.stdin.isTTY)
    throw new RefusedError(
      'Set BACKUP_PASSPHRASE, or run this in a terminal that can ask for the passphrase.',
    )
  process.stderr.write(`Passphrase of ${whose}: `)
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true })
  const typed = await lines.question('').finally(() => lines.close())
  process.stderr.write('\n')
  return typed
}
