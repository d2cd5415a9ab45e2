import type { PublicConfig } from '@furrow/sdk'
import { furrow } from '../../service/furrow.ts'
import { queryClient } from '../../service/query-client.ts'
import { publicConfig } from '../../service/use-config.ts'
import { readCapabilities } from './capabilities.ts'
import type { Node } from './node.ts'

export type PaidGas = {
  readonly paymasterService: {
    readonly url: string
    readonly context: { readonly ticket: string }
    readonly optional: true
  }
}

/**
 * The capability by which the community pays the gas (ERC-7677); null where it does not, the wallet takes none, or the day's
 * budget is used up: then the wallet pays, as ever.
 */
export async function askForGas(node: Node, from: string, chainId: number): Promise<PaidGas | null> {
  const config = queryClient.getQueryData<PublicConfig>(publicConfig.queryKey)
  if (!config?.sponsoredGas?.chainIds.includes(chainId)) return null
  const { paymasterService } = await readCapabilities(node, from, chainId)
  if (paymasterService?.supported !== true) return null
  const ticket = await furrow.account.gasTicket(chainId).catch(() => null)
  return ticket && { paymasterService: { url: ticket.url, context: ticket.context, optional: true } }
}
