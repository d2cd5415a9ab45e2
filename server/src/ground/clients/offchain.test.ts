import { anvilPath } from '@furrow/contracts/testing'
import { offchainResolverAbi, offchainResolverBytecode } from '@furrow/contracts/testing/identity'
import { type Abi, encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { startEnsChain } from '../../../test/ens.ts'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { UnavailableError } from '../errors.ts'
import { askEnsAddress } from './ens.ts'

const absent = anvilPath === null || !hasOpenssl
const why = absent ? ' (skipped: there is no anvil, or no openssl)' : ''

/** A gateway of ENS: `/yes` has the answer, `/never` none for ever, any other path is the status to fail with. */
async function start() {
  const chain = await startEnsChain()
  const { context } = await startHarness({ env: chain.env })
  const { address } = createWallet()
  const asked: string[] = []
  const host = await startHttpsHost((request, response) => {
    const [, path = ''] = (request.url ?? '').split('/')
    asked.push(`${request.method} ${path}`)
    const data = encodeAbiParameters([{ type: 'address' }], [address])
    if (path === 'yes') response.end(JSON.stringify({ data }))
    else if (path !== 'never') response.writeHead(Number(path)).end('{"message":"no"}')
  })
  let names = 0
  return {
    address,
    asked,
    async ask(urls: string[]) {
      const label = `name${names++}`
      const args = [urls.map(url => url.replace('HOST', host.origin))]
      const abi = offchainResolverAbi as Abi
      await chain.delegate(label, await chain.deploy({ abi, bytecode: offchainResolverBytecode, args }))
      asked.length = 0
      return askEnsAddress(context.chains, `${label}.eth`, 1, { internet: host.internet })
    },
  }
}

describe.skipIf(absent)(`an ENS name whose answer is behind gateways${why}`, () => {
  test('is found there, by GET where the URL has a place for the data, else by POST', async () => {
    const { address, ask, asked } = await start()
    expect(await ask(['HOST/yes/{sender}/{data}'])).toBe(address)
    expect(asked).toEqual(['GET yes'])
    expect(await ask(['HOST/yes/{sender}'])).toBe(address)
    expect(asked).toEqual(['POST yes'])
  })

  test('is found at the next gateway where one fails, and is not there where one says so', async () => {
    const { address, ask, asked } = await start()
    expect(await ask(['HOST/500', 'https://127.0.0.1.nowhere.internal/', 'HOST/yes'])).toBe(address)
    expect(await ask(['HOST/404', 'HOST/yes'])).toBeNull()
    expect(asked).toEqual(['POST 404'])
    await expect(ask(['HOST/500'])).rejects.toBeInstanceOf(UnavailableError)
  })

  test('is found at the next gateway where one hangs', async () => {
    const { address, ask, asked } = await start()
    expect(await ask(['HOST/never', 'HOST/yes'])).toBe(address)
    expect(asked).toEqual(['POST never', 'POST yes'])
    await expect(ask(['HOST/never'])).rejects.toBeInstanceOf(UnavailableError)
  })

  test('asks four gateways at most', async () => {
    const { ask, asked } = await start()
    await expect(ask(Array.from({ length: 50 }, () => 'HOST/500'))).rejects.toBeInstanceOf(UnavailableError)
    expect(asked).toHaveLength(4)
    await expect(ask(Array.from({ length: 50 }, () => 'HOST/302'))).resolves.toBeNull()
    expect(asked).toHaveLength(4)
  })
})
