import {
  type Account,
  type Address,
  type Chain,
  formatEther,
  type Hex,
  type HttpTransport,
  type PublicActions,
  parseAbi,
  serializeTransaction,
  type WalletClient,
} from 'viem'

/** Chains of the OP stack tell here their charge for a transaction's bytes, beside its gas (GasPriceOracle). */
const oracle = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])

type Client = WalletClient<HttpTransport, Chain, Account> & PublicActions<HttpTransport, Chain, Account>
export type Call = { readonly to?: Address; readonly data: Hex }

/** The deployment's cost at present fees, and whether the deployer has that much, in a sentence. */
export async function readCost(client: Client, call: Call): Promise<string> {
  const { account, chain } = client
  const [gas, { maxFeePerGas, maxPriorityFeePerGas }, { baseFeePerGas }, balance] = await Promise.all([
    client.estimateGas({ ...call, account }),
    client.estimateFeesPerGas(),
    client.getBlock(),
    client.getBalance({ address: account.address }),
  ])
  const price = baseFeePerGas == null ? maxFeePerGas : baseFeePerGas + maxPriorityFeePerGas
  const forBytes = await readFeeForBytes(client, { ...call, gas, maxFeePerGas, maxPriorityFeePerGas })
  const [cost, most] = [gas * price + forBytes, gas * maxFeePerGas + forBytes]
  const coin = chain.nativeCurrency.symbol
  const bytes = forBytes > 0n ? `, of which ${formatEther(forBytes)} for its bytes` : ''
  return `It takes ${gas} gas: about ${formatEther(cost)} ${coin}${bytes}, and ${formatEther(most)} at most. The deployer has ${formatEther(balance)}${balance < most ? ', which may be too little' : ''}.`
}

async function readFeeForBytes(
  client: Client,
  call: Call & { readonly gas: bigint; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint },
): Promise<bigint> {
  if ((await client.getCode({ address: oracle })) === undefined) return 0n
  const bytes = serializeTransaction({ type: 'eip1559', chainId: client.chain.id, nonce: 2 ** 20, ...call })
  return client.readContract({ abi: oracleAbi, address: oracle, functionName: 'getL1Fee', args: [bytes] })
}
