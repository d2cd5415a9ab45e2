import { useConfig } from '../../service/use-config.ts'
import { Input, Select } from '../../ui/field.tsx'
import { tokensOn } from '../post/quest-draft.ts'

type TokenInputProps = {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  disabled?: boolean
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** On chain, one of the tokens that can be paid there; any other symbol else. */
export function TokenInput(props: TokenInputProps) {
  const config = useConfig()
  if (!config.chain) return <Input {...props} />
  return (
    <Select {...props}>
      {[...new Set([...tokensOn(config, ''), props.value])].map(symbol => (
        <option key={symbol}>{symbol}</option>
      ))}
    </Select>
  )
}
