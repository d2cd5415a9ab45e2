import { anvilPath } from '@furrow/contracts/testing'
import { leavingStatement } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createPasskey, deployPasskeyContracts } from '../../../test/passkeys.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { minute } from '../../ground/clock.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''
const chainId = 8453

/** A service with accounts by passkey, and somebody signed in with one. */
async function start() {
  const chains = await startWalletChains([chainId], { PASSKEY_CHAIN_ID: String(chainId) })
  const { anvil } = chains.chains[0] as WalletChain
  const signIn = async (passkey = createPasskey(chainId)) => {
    const { body } = await chains.verify(await chains.prepare(passkey.address, passkey.signUnmade))
    const put = (change: object) => chains.send('PUT', '/profile/', { token: body.token, body: change })
    return { ...passkey, token: body.token as string, put }
  }
  const find = async (id: string) => {
    const { status, body } = await chains.send('GET', `/profile/passkey?id=${id}`)
    return [status, body.code ?? body.publicKey]
  }
  return { ...chains, anvil, signIn, find }
}

describe.skipIf(absent)(`a passkey is kept with the profile of its account${why}`, () => {
  test('so that another device finds it, until its owner takes it out or leaves', async () => {
    const { anvil, signIn, find, send, user, platform, prepare, clock } = await start()
    const doctor = async () => {
      const { findings } = await user(platform).furrow.doctor()
      return findings.find(({ about }) => about === 'Passkeys')?.state
    }
    expect(await doctor()).toBe('wrong')
    await deployPasskeyContracts(anvil)
    const ada = await signIn()
    expect((await send('GET', '/config')).body.passkeys).toEqual({ chainId })
    expect(await find(ada.credentialId)).toEqual([404, 'passkey-not-found'])
    const passkey = { id: ada.credentialId, publicKey: ada.publicKey }
    expect((await ada.put({ passkey })).status).toBe(200)
    expect(await find(ada.credentialId)).toEqual([200, ada.publicKey])
    expect((await ada.put({ passkey: null })).status).toBe(200)
    expect(await find(ada.credentialId)).toEqual([404, 'passkey-not-found'])
    await ada.put({ passkey, farmerProfile: { bio: 'I mend gates.' } })
    expect(await find(ada.credentialId)).toEqual([200, ada.publicKey])
    const leaving = await prepare(ada.address, ada.signUnmade, chainId, { statement: leavingStatement })
    expect((await send('DELETE', '/account', { token: ada.token, body: leaving })).status).toBe(200)
    expect(await find(ada.credentialId)).toEqual([404, 'passkey-not-found'])
    clock.advance(minute)
    expect(await doctor()).toBe('fine')
  })

  test('and by nobody else: not for another address, and not under another’s name', async () => {
    const { anvil, signIn, find, user } = await start()
    await deployPasskeyContracts(anvil)
    const [ada, ben] = [await signIn(), await signIn()]
    const passkey = { id: ada.credentialId, publicKey: ada.publicKey }
    expect((await ben.put({ passkey })).body.code).toBe('passkey-elsewhere')
    await expect(user().furrow.profile.change({ passkey })).rejects.toMatchObject({
      code: 'passkey-elsewhere',
    })
    await ada.put({ passkey })
    expect((await ben.put({ passkey: { id: ada.credentialId, publicKey: ben.publicKey } })).body.code).toBe(
      'passkey-taken',
    )
    expect(await find(ada.credentialId)).toEqual([200, ada.publicKey])
  })
})
