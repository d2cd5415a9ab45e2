import { openPatiently } from '@furrow/storage/database.ts'
import { instant, systemClock } from '../../ground/clock.ts'
import { type Config, readConfig } from '../../ground/config/config.ts'
import { hasSecret, readSecrets } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { didOf } from '../../outside/credentials/issuer.ts'
import { dropKey, type Keeper, makeKey, readKeys } from '../../outside/credentials/keys.ts'
import { requireUsedSecret } from '../../people/mail/canary.ts'
import { type Outcome, requireDatabase, runCommand } from './command.ts'

const usage = `npm run credential-keys -- [show | rotate | drop <key>] [--json]
  show    the keys in the DID document (this is the default)
  rotate  makes another key, which signs from then on; the earlier ones stay in the document
  drop    takes a key out of the document: nobody believes what it signed any more. Farmers' credentials are signed by
          today's key wherever they are looked at`

await runCommand({ usage, words: 2 }, async ({ positionals }) => {
  const [asked = 'show', kid] = positionals
  const isKnown = asked === 'drop' ? kid !== undefined : ['show', 'rotate'].includes(asked) && !kid
  if (!isKnown) throw new RefusedError(usage)
  const config = readConfig(process.env)
  if (config.credentials === null) throw new RefusedError('CREDENTIALS is off.')
  if (!hasSecret(config))
    throw new RefusedError('JWT_SECRET must be set as the service has it: it seals the key.')
  requireDatabase(config)
  const { db } = await openPatiently(config, createLog('silent'))
  try {
    const keeper: Keeper = { clock: systemClock, config, db, secrets: readSecrets(config) }
    await requireUsedSecret(keeper)
    if (asked === 'rotate') await rotate(keeper, config)
    if (asked === 'drop' && !(await dropKey(keeper, kid ?? '')))
      throw new RefusedError(`The DID document has no key ${kid}.`)
    return await tellOf(keeper)
  } finally {
    await db.destroy()
  }
})

async function rotate(keeper: Keeper, { credentials }: Config): Promise<void> {
  if (credentials?.key)
    throw new RefusedError('CREDENTIAL_KEY has the key: set another one there, and restart the service.')
  await makeKey(keeper)
}

async function tellOf(keeper: Keeper): Promise<Outcome> {
  const keys = await readKeys(keeper)
  const did = didOf(keeper.config)
  return {
    ok: true,
    lines: [
      did,
      ...keys.map(
        ({ kid, made, madeAt, method }) =>
          `${kid} ${method.type} since ${instant(madeAt)}${made ? ', made by the service' : ', of the settings'}`,
      ),
    ],
    json: { did, keys },
  }
}
