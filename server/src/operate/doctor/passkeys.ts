import { toAddress } from '../../ground/address.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { type Check, fine, wrong } from './check.ts'

export const passkeys: Check = {
  about: 'Passkeys',
  async look({ chains, config }) {
    const { passkeyChainId: id } = config
    if (id === null) return []
    const { passkeyContracts } = await import('@furrow/contracts/passkeys')
    try {
      const missing = await Promise.all(
        Object.values(passkeyContracts).map(async address =>
          (await codeAt(chains, id, toAddress(address))) === '0x' ? [address] : [],
        ),
      ).then(all => all.flat())
      if (missing.length === 0) return [fine(`Chain ${id} has what accounts by passkey need.`)]
      return [
        wrong(
          `Chain ${id} lacks contracts of Safe that accounts by passkey need: ${missing.join(', ')}.`,
          'Set PASSKEY_CHAIN_ID to a chain that has them (docs/operators.md), or take it out.',
        ),
      ]
    } catch {
      return [
        wrong(
          `Chain ${id} does not say whether it has what accounts by passkey need.`,
          'See the address of that chain in RPC_URLS.',
        ),
      ]
    }
  },
}
