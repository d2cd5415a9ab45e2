import { type Address, checksum, toAddress } from '../../ground/address.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import type { Check, Patient, Seen } from './check.ts'
import { fine, wrong } from './check.ts'

/** Whether each splitter of ESCROW_SPLITTERS has the code that pays a team's members, and nobody else. */
export const splitters: Check = {
  about: 'Teams on chain',
  look: patient => {
    const byChain = new Map(patient.config.escrows.map(({ chainId, splitter }) => [chainId, splitter]))
    return Promise.all(
      [...byChain].flatMap(([chainId, splitter]) =>
        splitter === null ? [] : [lookAt(patient, chainId, splitter)],
      ),
    )
  },
}

async function lookAt({ chains }: Patient, chainId: number, splitter: Address): Promise<Seen> {
  const where = `${checksum(splitter)} on chain ${chainId}`
  try {
    const { isSplitter, splitAccountCodeOf } = await import('@furrow/contracts')
    const [code, ofAccounts] = await Promise.all([
      codeAt(chains, chainId, splitter),
      codeAt(chains, chainId, toAddress(splitAccountCodeOf(splitter))),
    ])
    return isSplitter(splitter, code, ofAccounts)
      ? fine(`The splitter ${where} has the code that pays the members of teams.`)
      : wrong(
          `What is at ${where} is no splitter that is known here: what teams earn could go anywhere.`,
          'Set ESCROW_SPLITTERS to one that npm run deploy -w contracts -- --splitter deployed.',
        )
  } catch {
    return wrong(
      `The chain does not say whether ${where} is a splitter.`,
      'See the address of that chain in RPC_URLS.',
    )
  }
}
