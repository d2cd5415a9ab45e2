import { factsOf } from './chain-facts.ts'
import { useConfig } from './use-config.ts'

/** Where a chain can be looked at, below `/tx/<hash>` and `/address/<address>`; null where that is not known. */
export function useExplorer(chainId: number | undefined): string | null {
  const config = useConfig()
  return chainId === undefined ? null : factsOf(config, chainId).explorer
}
