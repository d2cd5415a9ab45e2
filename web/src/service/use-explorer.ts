import { factsOf } from './chain-facts.ts'
import { useConfig } from './use-config.ts'

/** The explorer of a chain, with `/tx/<hash>` and `/address/<address>` below it; null where none is known. */
export function useExplorer(chainId: number | undefined): string | null {
  const config = useConfig()
  return chainId === undefined ? null : factsOf(config, chainId).explorer
}
