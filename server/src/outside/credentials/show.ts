import type { Credential } from '@furrow/sdk/contract'
import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Context } from '../../ground/context.ts'
import { writeAttestation } from './attestation.ts'
import { writeBadge } from './badge.ts'
import { pageUrl } from './issuer.ts'
import { createSigner, type Signer } from './keys.ts'
import type { CredentialRow } from './rows.ts'
import type { Told } from './told.ts'
import type { Work } from './work.ts'

/** Signed anew each time: nothing signed lies in the database. `work` is null where nothing is told of it any more. */
export async function showCredential(
  context: Context,
  row: CredentialRow,
  work: Work | null,
  signer: Signer = createSigner(context),
): Promise<Credential> {
  const { config } = context
  const isTold = work !== null && row.revoked === null
  return {
    id: row.id,
    form: row.form,
    status: row.revoked === null ? 'valid' : 'revoked',
    revokedFor: row.revoked,
    issuedAt: instant(row.issued_at),
    url: pageUrl(config, row.id),
    questId: work && row.quest_id,
    title: work?.title ?? null,
    farmer: work && checksum(work.farmer),
    reward: row.with_reward === 1,
    jwt: isTold && row.form === 'badge' ? await signer.sign('JWT', writeBadge(config, row, work)) : null,
    attestation: isTold && row.form === 'attestation' ? await attest(config, signer, { row, work }) : null,
  }
}

/** null where the service signs none any more. */
async function attest(config: Config, signer: Signer, told: Told) {
  const eas = config.credentials?.eas ?? null
  if (eas === null) return null
  await signer.keepAttester()
  return writeAttestation(config, eas, told)
}
