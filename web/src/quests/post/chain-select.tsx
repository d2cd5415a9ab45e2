import type { ComponentProps } from 'react'
import { chainName } from '../../service/chain-name.ts'
import { useConfig } from '../../service/use-config.ts'
import { Select } from '../../ui/field.tsx'
import { listOf } from '../../ui/list-of.ts'
import { chainFor, chainsOf, type Typed, tokensOn } from './quest-draft.ts'

type ChainSelectProps = ComponentProps<'select'> & { typed: Pick<Typed, 'chain' | 'token'> }

/** The chains where a quest can be paid in, each with its tokens; the first that has the token is chosen. */
export function ChainSelect({ typed, ...props }: ChainSelectProps) {
  const config = useConfig()
  return (
    <Select {...props} value={typed.chain || String(chainFor(config, typed.token))}>
      {chainsOf(config).map(chainId => (
        <option key={chainId} value={chainId}>
          {chainName(chainId)} ({listOf(tokensOn(config, String(chainId)))})
        </option>
      ))}
    </Select>
  )
}
