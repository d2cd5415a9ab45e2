import { instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Config } from '../../ground/config/config.ts'
import { credentialUrl, didOf, didOfWallet, knownWallet, listUrl, pageUrl, questUrl } from './issuer.ts'
import type { CredentialRow } from './rows.ts'
import { amountOf, pullRequestOf, secondsOf, type Told } from './told.ts'
import type { Work } from './work.ts'

type Settings = Pick<Config, 'basePath' | 'codehost' | 'community' | 'publicUrl'>

const vocabulary = 'urn:furrow:credential:'
const ownTerms = {
  giver: { '@id': `${vocabulary}giver`, '@type': '@id' },
  paidAt: { '@id': `${vocabulary}paidAt`, '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  reward: `${vocabulary}reward`,
}

/** An OpenBadgeCredential with the registered claims of its JWT (Open Badges 3.0, section 8.2). */
export function writeBadge(config: Settings, row: CredentialRow, work: Work): Record<string, unknown> {
  const told: Told = { row, work }
  const id = credentialUrl(config, row.id)
  const subject = writeSubject(config, told)
  const issuer = didOf(config)
  return {
    iss: issuer,
    jti: id,
    nbf: secondsOf(row.issued_at),
    sub: subject.id,
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ownTerms,
    ],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: work.title,
    issuer: { id: issuer, type: ['Profile'], name: communityName(config), url: config.publicUrl },
    validFrom: instant(row.issued_at),
    credentialSubject: subject,
    ...writeEvidence(config, work),
    credentialStatus: writeStatus(config, row),
  }
}

function writeSubject(config: Settings, { row, work }: Told) {
  const giver = knownWallet(work.giver)
  const paidAt = work.paid_at ?? work.released_at
  const reward = amountOf({ row, work })
  return {
    id: didOfWallet(work.farmer),
    type: ['AchievementSubject'],
    activityStartDate: instant(work.accepted_at),
    ...(work.released_at !== null && { activityEndDate: instant(work.released_at) }),
    ...(giver !== null && { giver: didOfWallet(giver) }),
    ...(paidAt !== null && { paidAt: instant(paidAt) }),
    ...(reward !== null && { reward: `${reward.amount} ${reward.token}` }),
    achievement: {
      id: questUrl(config, work.quest_id),
      type: ['Achievement'],
      name: work.title,
      description: 'Paid work on an open quest, proved by a merged pull request.',
      criteria: {
        narrative:
          'Somebody else merged a pull request by the proved account of the farmer or of one of their team, and the payment to the farmer’s wallet is on a chain.',
      },
    },
  }
}

function writeEvidence({ codehost }: Settings, work: Work) {
  const { name, url } = pullRequestOf(codehost, work)
  if (name === null) return {}
  const evidence = { ...(url !== null && { id: url }), type: ['Evidence'], name }
  return { evidence: [evidence] }
}

function writeStatus(config: Settings, { id, list, position }: CredentialRow) {
  return {
    id: `${pageUrl(config, id)}#status`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(position),
    statusListCredential: listUrl(config, list ?? 0),
  }
}
