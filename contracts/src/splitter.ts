import { getContractAddress, type Hex } from 'viem'
import account from '../artifacts/SplitAccount.json' with { type: 'json' }
import splitter from '../artifacts/Splitter.json' with { type: 'json' }

/** The address of the code of all accounts, which a splitter created first of all. */
export function splitAccountCodeOf(factory: Hex): Hex {
  return getContractAddress({ from: factory, nonce: 1n })
}

/**
 * Whether the code at an address is that of the splitter, and the code of its accounts that of theirs. Each knows the other's address, which is
 * the only difference between two splitters.
 */
export function isSplitter(factory: Hex, code: Hex, accountCode: Hex): boolean {
  return (
    without(code, splitAccountCodeOf(factory)) === splitter.deployedBytecode &&
    without(accountCode, factory) === account.deployedBytecode
  )
}

/** The compiler leaves noughts where an address is put in at the deployment. */
function without(code: Hex, address: Hex): string {
  return code.toLowerCase().replaceAll(address.slice(2).toLowerCase(), '0'.repeat(40))
}
