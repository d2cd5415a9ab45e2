import { gzipSync } from 'node:zlib'
import { instant, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { keptFor } from '../../ground/kept-for.ts'
import { oneFor } from '../../ground/one-for.ts'
import { didOf, listUrl } from './issuer.ts'
import { createSigner } from './keys.ts'
import { secondsOf } from './told.ts'

/** The least that the specification allows: who asks about one does not tell which. */
export const places = 131_072

/** A list is read and signed once a minute, however many ask: a revocation is seen that late. */
const readerOf = oneFor((context: Context) =>
  keptFor(context.clock, minute, 20, list => writeList(context, Number(list))),
)

/** A BitstringStatusListCredential as a JWT. @throws NotFoundError */
export function readStatusList(context: Context, list: number): Promise<string> {
  return readerOf(context)(String(list))
}

async function writeList(context: Context, list: number): Promise<string> {
  const { clock, config, db } = context
  const [any, revoked] = await Promise.all([
    // In the order of the index.
    db
      .selectFrom('credentials')
      .select('id')
      .where('list', '=', list)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('credentials')
      .select('position')
      .where('list', '=', list)
      .where('revoked', 'is not', null)
      .execute(),
  ])
  if (any === undefined)
    throw new NotFoundError('There is no such status list.', { code: 'credential-not-found' })
  const url = listUrl(config, list)
  const now = clock.now()
  return createSigner(context).sign('vc+jwt', {
    iss: didOf(config),
    jti: url,
    nbf: secondsOf(now),
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(config),
    validFrom: instant(secondsOf(now) * 1_000),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encode(revoked.map(({ position }) => position ?? 0)),
      ttl: minute,
    },
  })
}

/** Multibase base64url of the gzipped bits; the first place is the highest bit of the first byte. */
function encode(revoked: readonly number[]): string {
  const bits = Buffer.alloc(places / 8)
  for (const place of revoked) {
    const at = place >> 3
    bits[at] = (bits[at] ?? 0) | (0x80 >> (place & 7))
  }
  return `u${gzipSync(bits).toString('base64url')}`
}
