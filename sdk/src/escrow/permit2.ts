import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { escrowAbi } from './abi.ts'
import { callContract, type Node } from './node.ts'
import { onlyDeposit, type PayIn } from './pay-in.ts'
import { NoPermitError, readDeadline, type SignedPayIn } from './permit.ts'

/** Uniswap's Permit2; the contract knows this address alone. */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/**
 * Whether the wallet lets Permit2 take the whole sum already, for this contract to take it by a signature. Only keys sign one
 * here; a contract's signature has another form.
 */
export async function isOpenToPermit2(
  node: Node,
  from: string,
  { token, total }: Pick<PayIn, 'token' | 'total'>,
): Promise<boolean> {
  const args = [getAddress(from), permit2] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  const [allowed, code, own] = await Promise.all([
    callContract(node, token, data),
    node('eth_getCode', [permit2, 'latest']),
    node('eth_getCode', [from, 'latest']),
  ])
  return BigInt(allowed) >= total && String(code).length > 2 && String(own).length <= 2
}

/**
 * The permit for what is paid in, by way of Permit2: for the sum, the contract and an hour alone, and once.
 *
 * @throws NoPermitError where Permit2 may not take the sum.
 */
export async function permit2Of(
  node: Node,
  from: string,
  payIn: PayIn,
  { nonce = randomNonce(), deadline: until }: { nonce?: bigint; deadline?: bigint } = {},
): Promise<SignedPayIn & { readonly deadline: bigint; readonly nonce: bigint }> {
  if (!(await isOpenToPermit2(node, from, payIn))) throw new NoPermitError()
  const { chainId, token, escrow, total } = payIn
  const deadline = until ?? (await readDeadline(node))
  const message = {
    permitted: { token, amount: String(total) },
    spender: escrow,
    nonce: String(nonce),
    deadline: String(deadline),
  }
  const domain = { name: 'Permit2', chainId, verifyingContract: permit2 }
  const { quest, amountEach, places } = onlyDeposit(payIn)
  return {
    deadline,
    nonce,
    words: { domain, primaryType: 'PermitTransferFrom', types, message },
    call: signature => {
      const args = [quest, token, amountEach, places, nonce, deadline, signature as Hex] as const
      const data = encodeFunctionData({ abi: escrowAbi, functionName: 'fundWithPermit2', args })
      return { to: escrow, data, value: '0x0' }
    },
  }
}

/** Its nonces have no order: any that was not used is good. */
function randomNonce(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  PermitTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
}
