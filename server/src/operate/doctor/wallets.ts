import { type Address, checksum } from '../../ground/address.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { type Check, fine, type Patient, type Seen, warning } from './check.ts'

export const wallets: Check = {
  about: 'Wallets',
  async look(patient) {
    const { platformWallet, genesisCreator } = patient.config
    const named = [
      ['PLATFORM_WALLET', platformWallet],
      ['GENESIS_CREATOR', genesisCreator],
    ] as const
    const seen = await Promise.all(
      named.map(([name, address]) => (address === null ? null : lookAt(patient, name, address))),
    )
    const problems = seen.flatMap(one => one ?? [])
    return problems.length > 0
      ? problems
      : [fine('Those that have a say here sign in by their keys, or through their chains.')]
  },
}

async function lookAt({ chains, config }: Patient, name: string, address: Address): Promise<Seen | null> {
  const wallet = checksum(address)
  const chainId = config.walletChains.get(address)
  try {
    const codes = await Promise.all(
      chains.ids.map(async id => ({ id, code: await codeAt(chains, id, address) })),
    )
    // With a delegate (EIP-7702), its key still signs in.
    const on = codes.filter(({ code }) => code !== '0x' && !/^0xef0100/i.test(code)).map(({ id }) => id)
    if (chainId === undefined && on.length > 0)
      return warning(
        `${name} is a smart wallet on chain ${on.join(' and ')}, and its chain is not named: on another chain, somebody who is no owner any more could make it anew.`,
        `Set ${name}=${wallet}@${on[0]}, with the chain where its owners are the right ones.`,
      )
    if (chainId !== undefined && on.length > 0 && !on.includes(chainId))
      return warning(
        `${name} is no smart wallet on chain ${chainId}, which the settings name, but on chain ${on.join(' and ')}.`,
        `See whether ${name}=${wallet}@${on[0]} is meant.`,
      )
    return null
  } catch {
    return warning(
      `Whether ${name} is a smart wallet cannot be told: a chain does not answer.`,
      'See RPC_URLS, and try again.',
    )
  }
}
