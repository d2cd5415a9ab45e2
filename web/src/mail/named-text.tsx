import { useNameOf } from '../service/address-link.tsx'
import { addressesIn } from '../ui/address.ts'

/** A text without links; the people in it have their names, which are asked for with those of the page. */
export function NamedText({ text }: { text: string }) {
  return addressesIn(text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its parts
    index % 2 === 1 ? <NameOf key={index} address={part} /> : part,
  )
}

function NameOf({ address }: { address: string }) {
  return useNameOf(address)
}
