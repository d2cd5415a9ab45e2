import { findPlace } from '../../community/community-dao/treasury.ts'
import { checksum } from '../../ground/address.ts'
import { type Check, fine, tablesOf, warning, wrong } from './check.ts'

/** Proposals may have it pay works: by a Safe, and not by the key of one person. */
export const treasury: Check = {
  about: 'Treasury',
  async look(patient) {
    const db = await tablesOf(patient)
    const place = db === null ? null : await findPlace(db)
    if (place === null) return []
    const { address, chainId } = place
    const named = `${checksum(address)} on chain ${chainId}`
    if (!patient.chains.has(chainId))
      return [
        wrong(`The treasury is ${named}, and the settings name no node there.`, 'Add the chain to RPC_URLS.'),
      ]
    try {
      const client = await patient.chains.get(chainId)
      const code = await client.getCode({ address })
      if (code === undefined || code === '0x')
        return [
          warning(
            `There is no contract at the treasury, ${named}: one key has it all, and no Safe takes the files of proposals.`,
            'Have the Genesis Creator name the Safe of the community, on its own chain.',
          ),
        ]
      return [fine(`The treasury is a contract, ${named}.`)]
    } catch {
      return [
        wrong(`The chain of the treasury, ${chainId}, cannot be asked.`, 'See what is said of that chain.'),
      ]
    }
  },
}
