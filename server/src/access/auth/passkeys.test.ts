import { newOwnerCall, newOwnerChallenge, passkeyAccount } from '@furrow/contracts/passkeys'
import { anvilPath } from '@furrow/contracts/testing'
import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { createWallet } from '../../../test/harness.ts'
import { createPasskey, deployPasskeyContracts } from '../../../test/passkeys.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''
const chainId = 8453

describe.skipIf(absent)(`a passkey with Safe’s own contracts${why}`, () => {
  test('signs in before its account is made, gets a second owner by one call of anybody, and signs in after', async () => {
    const { chains, verify, prepare } = await startWalletChains([chainId])
    const { anvil } = chains[0] as WalletChain
    await deployPasskeyContracts(anvil)
    const passkey = createPasskey(chainId)
    const stranger = createPasskey(chainId)

    const signed = (sign: (message: string) => string) => prepare(passkey.address, sign)
    expect((await verify(await signed(passkey.signUnmade))).status).toBe(200)
    expect((await verify(await signed(passkey.sign))).status).toBe(401)
    expect((await verify(await signed(stranger.signUnmade))).status).toBe(401)
    expect((await verify(await signed(text => passkey.signUnmade(`${text} `)))).status).toBe(401)

    const owner = createWallet()
    const account = passkeyAccount(passkey.publicKey)
    const proof = passkey.prove(newOwnerChallenge(owner.address, account.address, chainId))
    const call = newOwnerCall(account, owner.address, proof)
    const { client } = anvil
    const hash = await client.sendTransaction({ account: anvil.account(5), ...call } as never)
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    const abi = parseAbi([
      'function isOwner(address) view returns (bool)',
      'function getThreshold() view returns (uint256)',
    ])
    const read = (functionName: string, args: unknown[] = []) =>
      client.readContract({ abi, address: account.address, functionName, args } as never)
    expect([await read('isOwner', [owner.address]), await read('getThreshold')]).toEqual([true, 1n])

    expect((await verify(await signed(passkey.signUnmade))).status).toBe(401)
    expect((await verify(await signed(passkey.sign))).status).toBe(200)
    expect((await verify(await signed(stranger.sign))).status).toBe(401)
  })
})
