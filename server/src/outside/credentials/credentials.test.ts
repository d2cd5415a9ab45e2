import { generateKeyPairSync } from 'node:crypto'
import { createVerifier } from 'fast-jwt'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { type Person, people, startGithub } from '../../../test/github.ts'
import {
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { startPayments, transfer, unit } from '../../../test/payments.ts'
import { runProcess } from '../../../test/processes.ts'
import { requireSound } from '../../../test/soundness.ts'
import {
  decodeData,
  expandSafely,
  nameOf,
  readBits,
  resolveDid,
  verifyAttestation,
  verifyJwt,
} from '../../../test/verify-credentials.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { easSchema, easSchemaId } from './attestation.ts'

const did = 'did:web:furrow.example.org'
const signerKey = `0x${'1c'.repeat(32)}`
const refusedAs = (code: string, status: number) => ({ code, status })
const originOf = ({ baseUrl }: Harness) => new URL(baseUrl).origin

async function start(env: Record<string, string> = {}) {
  const github = await startGithub()
  const shared = await takeSharedDatabase()
  const settings = {
    ...github.env,
    ...shared,
    PUBLIC_URL: 'https://furrow.example.org',
    EAS_SIGNER_KEY: signerKey,
    COMMUNITY_NAME: 'The Barn',
    PAYMENT_CONFIRMATIONS: '2',
  }
  const started = await startPayments({ ...settings, ...env })
  const { harness, giver } = started
  const alice = await link(harness, 'alice')
  await link(harness, 'giver', giver)
  const mergedAt = new Map<number, string>()
  // The stand-in has the machine's time.
  github.change = (_, body) => {
    const at = mergedAt.get(Number(body.number))
    if (at !== undefined) body.merged_at = at
  }
  return { ...started, github, alice, mergedAt }
}

async function link({ user }: Harness, person: Person, wallet = user()): Promise<User> {
  await wallet.furrow.profile.change({ codehostToken: people[person] })
  return wallet
}

type Started = Awaited<ReturnType<typeof start>>

/** Work whose merge is proved, and which is released after its window. */
async function prove(
  { giver, alice, github, harness, mergedAt }: Started,
  title = 'Fix the gate',
  by?: Person,
) {
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    title,
    rewardAmount: 10,
    reward: '10 USDC',
    codehostRepo: 'giver/gate',
  })
  await alice.furrow.quests.accept(id)
  harness.clock.advance(minute)
  const pr = await github.merge('alice', 'The work', by && { by })
  mergedAt.set(pr, new Date(harness.clock.now()).toISOString())
  await harness.visitor.verify({ repo: 'giver/gate', pr })
  await giver.furrow.quests.approve(id, alice.address)
  return { id, pr }
}

async function pay({ alice, chain, giver, harness }: Started, id: string): Promise<`0x${string}`> {
  const now = BigInt(Math.ceil(harness.clock.now() / 1_000))
  await chain.client.setNextBlockTimestamp({ timestamp: now + 1n })
  const hash = await transfer(chain, giver, alice.account.address, 10n * unit)
  await giver.furrow.quests.paid(id, alice.address, hash)
  await chain.client.mine({ blocks: 2 })
  harness.clock.advance(minute)
  await harness.runDue()
  return hash
}

describe.skipIf(!hasChain)(`a credential${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('is for paid and proved work alone, verified by others’ libraries, and one for each wish', async () => {
    const started = await start()
    const { alice, chain, giver, github, harness } = started
    const { id, pr } = await prove(started)
    const take = (wish: object = {}, by = alice) => by.furrow.credentials.take({ questId: id, ...wish })
    await expect(take()).rejects.toMatchObject(refusedAs('payment-not-proved', 400))
    await giver.furrow.quests.sayPaid(id, alice.address)
    await alice.furrow.quests.confirmPayment(id)
    await expect(take()).rejects.toMatchObject(refusedAs('payment-not-proved', 400))
    await expect(take({}, giver)).rejects.toMatchObject(refusedAs('work-not-released', 400))
    await expect(take({ questId: 'quest-0' })).rejects.toMatchObject(refusedAs('quest-not-found', 404))
    await pay(started, id)

    const badge = await take()
    expect(badge).toMatchObject({
      form: 'badge',
      status: 'valid',
      revokedFor: null,
      questId: id,
      title: 'Fix the gate',
      farmer: alice.account.address,
      reward: false,
      attestation: null,
      url: `https://furrow.example.org/credentials/${badge.id}`,
    })
    const { payload, header } = await verifyJwt(badge.jwt ?? '', did, originOf(harness))
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    const subject = `did:pkh:eip155:1:${alice.account.address}`
    expect(payload).toMatchObject({
      iss: did,
      sub: subject,
      jti: payload.id,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: did, name: 'The Barn' },
      credentialSubject: {
        id: subject,
        giver: `did:pkh:eip155:1:${giver.account.address}`,
        achievement: { name: 'Fix the gate', id: `https://furrow.example.org/quests/${id}` },
      },
      evidence: [{ id: `${github.env.CODEHOST_URL}/giver/gate/pull/${pr}`, name: `giver/gate #${pr}` }],
    })
    expect(JSON.stringify(payload)).not.toMatch(/USDC|closes|field/)
    expect(await expandSafely(payload)).toHaveLength(1)
    const { publicKeyJwk } = (await resolveDid(did, originOf(harness))).verificationMethod.find(
      ({ publicKeyJwk }) => publicKeyJwk,
    ) as { publicKeyJwk: object }
    expect(publicKeyJwk).not.toHaveProperty('d')
    const [first, second, signature] = (badge.jwt ?? '').split('.')
    const other = Buffer.from(JSON.stringify({ ...payload, name: 'Other' })).toString('base64url')
    await expect(verifyJwt(`${first}.${other}.${signature}`, did, originOf(harness))).rejects.toThrow()
    expect(second).not.toBe(other)

    expect(await take()).toEqual(badge)
    const all = await Promise.all([take({ reward: true }), take({ reward: true }), take({ reward: true })])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const withReward = await verifyJwt(all[0]?.jwt ?? '', did, originOf(harness))
    expect(withReward.payload.credentialSubject).toMatchObject({ reward: '10 USDC' })
    expect(await expandSafely(withReward.payload)).toHaveLength(1)

    const { attestation, ...attested } = await take({ form: 'attestation', reward: true })
    expect(attested).toMatchObject({ form: 'attestation', jwt: null })
    if (attestation === null) throw new Error('There is no attestation.')
    expect(verifyAttestation(attestation)).toBe(true)
    expect(decodeData(easSchema, attestation.sig.message.data)).toMatchObject({
      title: 'Fix the gate',
      repository: 'giver/gate',
      pullRequest: BigInt(pr),
      giver: giver.account.address,
      amount: '10',
      token: 'USDC',
      credential: attested.url,
    })
    expect([attestation.sig.message.schema, easSchemaId]).toEqual([nameOf(easSchema), nameOf(easSchema)])
    const forged = { ...attestation, signer: giver.account.address }
    expect(verifyAttestation(forged)).toBe(false)
    const document = JSON.stringify(await resolveDid(did, originOf(harness)))
    expect(document).toContain(`eip155:1:${attestation.signer}`)

    const { items, cursor } = await alice.furrow.credentials.own({ limit: '2' })
    expect(items.map(({ id }) => id)).toEqual([attested.id, all[0]?.id])
    expect(items[0]).toEqual({ ...attested, attestation })
    expect((await alice.furrow.credentials.own({ cursor: cursor ?? '' })).items).toEqual([badge])
    expect((await giver.furrow.credentials.own()).items).toEqual([])
    expect(await harness.visitor.credentials.get(badge.id)).toEqual(badge)
    await expect(harness.visitor.credentials.get('cred-0')).rejects.toMatchObject(
      refusedAs('credential-not-found', 404),
    )
    expect(await harness.send('GET', '/credentials/status/9')).toMatchObject({
      status: 404,
      body: { code: 'credential-not-found' },
    })

    const own = await prove(started, 'Mend my own', 'alice')
    await pay(started, own.id)
    await expect(take({ questId: own.id })).rejects.toMatchObject(refusedAs('merge-not-proved', 400))
    expect((await harness.visitor.config()).credentials).toEqual({ did, forms: ['badge', 'attestation'] })
    const { act } = harness.user(harness.platform).furrow.moderation
    await act({ action: 'hide', kind: 'quest', id, reason: 'To see who sees it.' })
    expect(await harness.visitor.credentials.get(badge.id)).toMatchObject({
      status: 'valid',
      title: null,
      farmer: null,
      jwt: null,
    })
    await expect(take()).rejects.toMatchObject(refusedAs('quest-not-found', 404))
    await act({ action: 'restore', kind: 'quest', id, reason: 'They were seen.' })
    expect((await harness.visitor.credentials.get(badge.id)).jwt).not.toBeNull()
    await requireSound(harness.context)
    expect(await chain.client.getChainId()).toBe(31_337)
  })

  test('is revoked when the chain takes its payment back, and anew where it is paid again', async () => {
    const started = await start()
    const { alice, chain, harness } = started
    const { id } = await prove(started)
    const hash = await pay(started, id)
    const badge = await alice.furrow.credentials.take({ questId: id })
    const other = await prove(started, 'The other gate')
    const raw = await chain.client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never)
    const bit = async (jwt: string) => {
      const { payload } = await verifyJwt(jwt, did, originOf(harness))
      const { statusListCredential, statusListIndex, statusPurpose } =
        payload.credentialStatus as never as Record<string, string>
      expect(statusPurpose).toBe('revocation')
      const [, list] = /^https:\/\/furrow\.example\.org\/api\/credentials\/status\/(\d+)$/.exec(
        statusListCredential ?? '',
      ) as RegExpExecArray
      const status = await verifyJwt(
        await (await fetch(`${harness.baseUrl}/credentials/status/${list}`)).text(),
        did,
        originOf(harness),
      )
      expect(status.header.typ).toBe('vc+jwt')
      expect(status.payload).toMatchObject({ id: statusListCredential, issuer: did })
      await expandSafely(status.payload)
      const { encodedList } = status.payload.credentialSubject as never as { encodedList: string }
      const bits = await readBits(encodedList)
      expect(bits.length).toBe(131_072)
      return bits.get(Number(statusListIndex))
    }
    expect(await bit(badge.jwt ?? '')).toBe(false)

    await chain.client.request({ method: 'anvil_reorg', params: [3, []] } as never)
    harness.clock.advance(hour)
    await harness.runDue()
    await harness.runDue()
    const revoked = await harness.visitor.credentials.get(badge.id)
    expect(revoked).toMatchObject({ status: 'revoked', revokedFor: 'payment', jwt: null, questId: id })
    expect(await bit(badge.jwt ?? '')).toBe(true)
    await expect(alice.furrow.credentials.take({ questId: id })).rejects.toMatchObject(
      refusedAs('payment-not-proved', 400),
    )
    if ((await chain.client.getTransaction({ hash }).catch(() => null)) === null)
      await chain.client.sendRawTransaction({ serializedTransaction: raw as never })
    await chain.client.mine({ blocks: 3 })
    harness.clock.advance(hour)
    await harness.runDue()
    const again = await alice.furrow.credentials.take({ questId: id })
    expect(again.id).not.toBe(badge.id)
    harness.clock.advance(minute)
    expect(await bit(again.jwt ?? '')).toBe(false)
    expect(await bit(badge.jwt ?? '')).toBe(true)

    await pay(started, other.id)
    const left = await alice.furrow.credentials.take({ questId: other.id })
    await alice.furrow.account.delete({
      account: alice.account,
      signMessage: ({ message }) => alice.account.signMessage({ message }),
    })
    harness.clock.advance(minute)
    expect(await harness.visitor.credentials.get(left.id)).toMatchObject({
      status: 'revoked',
      revokedFor: 'erasure',
      questId: null,
      title: null,
      farmer: null,
      jwt: null,
    })
    expect(await bit(left.jwt ?? '')).toBe(true)
    await requireSound(harness.context)
  })

  test('has a place of its own, whichever process gives it, and a key that may be followed by another', async () => {
    const started = await start()
    const { alice, harness } = started
    const elsewhere = await startHarnessBeside(harness)
    const works: string[] = []
    for (let number = 0; number < 4; number++) {
      const { id } = await prove(started, `Gate ${number}`)
      await pay(started, id)
      works.push(id)
    }
    const beside = elsewhere.user(alice)
    const taken = await Promise.all(
      works.flatMap(questId => [
        alice.furrow.credentials.take({ questId }),
        beside.furrow.credentials.take({ questId }),
        beside.furrow.credentials.take({ questId, reward: true }),
      ]),
    )
    expect(new Set(taken.map(({ id }) => id)).size).toBe(8)
    const rows = await harness.context.db.selectFrom('credentials').select(['list', 'position']).execute()
    expect(new Set(rows.map(({ list, position }) => `${list} ${position}`)).size).toBe(8)

    const [badge] = taken
    const keys = async (...args: string[]) => {
      const { code, stdout, output } = await runProcess({ ...harness.env }, 'cli/credential-keys.ts', [
        ...args,
        '--json',
      ])
      return { code, output, keys: code === 0 ? JSON.parse(stdout).keys : [] }
    }
    const [{ kid: before }] = (await keys()).keys
    const rotated = await keys('rotate')
    const [{ kid }] = rotated.keys.filter(
      ({ made, kid }: { made: boolean; kid: string }) => made && kid !== before,
    )
    expect(rotated.output).not.toMatch(/"d"|PRIVATE/)
    const signed = await elsewhere.visitor.credentials.get(badge?.id ?? '')
    expect(signed.jwt).not.toBe(badge?.jwt)
    expect((await verifyJwt(signed.jwt ?? '', did, originOf(harness))).header.kid).toBe(`${did}#${kid}`)
    await verifyJwt(badge?.jwt ?? '', did, originOf(harness))

    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
    const given = await startHarnessBeside(harness, { CREDENTIAL_KEY: pem })
    const third = await given.visitor.credentials.get(badge?.id ?? '')
    const verify = createVerifier({
      key: publicKey.export({ format: 'pem', type: 'spki' }) as string,
      algorithms: ['RS256'],
      clockTimestamp: harness.clock.now() + day,
    })
    expect(verify(third.jwt ?? '')).toMatchObject({ iss: did })
    for (const { jwt } of [third, signed, badge ?? signed]) await verifyJwt(jwt ?? '', did, originOf(harness))
    expect(await keys('drop', 'another')).toMatchObject({ code: 1 })
    expect((await keys('drop', kid)).code).toBe(0)
    expect(await keys('turn')).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run credential-keys'),
    })
    await expect(verifyJwt(signed.jwt ?? '', did, originOf(harness))).rejects.toThrow(/no key/)
  })

  test('is refused where the service signs none', async () => {
    const started = await start()
    const { alice, harness } = started
    const plain = await startHarnessBeside(harness, { EAS_SIGNER_KEY: '' })
    const off = await startHarnessBeside(harness, { CREDENTIALS: 'off' })
    const wish = { questId: 'quest-0' } as const
    await expect(
      plain.user(alice).furrow.credentials.take({ ...wish, form: 'attestation' }),
    ).rejects.toMatchObject(refusedAs('credentials-off', 400))
    await expect(off.user(alice).furrow.credentials.take(wish)).rejects.toMatchObject(
      refusedAs('credentials-off', 400),
    )
    await expect(off.user(alice).furrow.credentials.own()).rejects.toMatchObject(
      refusedAs('credential-not-found', 404),
    )
    expect((await fetch(`${originOf(off)}/.well-known/did.json`)).status).toBe(404)
    expect((await off.visitor.config()).credentials).toBeUndefined()
    expect((await plain.visitor.config()).credentials).toEqual({ did, forms: ['badge'] })
  })
})

function startHarnessBeside(harness: Harness, env: Record<string, string> = {}): Promise<Harness> {
  return startHarness({ env: { ...harness.env, ...env }, clock: harness.clock })
}
