import { Unnamed, useNameOf } from '../service/address-link.tsx'
import { useCard } from '../service/cards.ts'
import { Face } from '../service/face.tsx'
import { Name } from '../service/name.tsx'
import { shownName } from '../service/shown-name.ts'

/** The giver of a quest, in a list of many: by name where there is one, and marked where the name is only claimed. */
export function QuestGiver({ address }: { address: string }) {
  const shown = shownName(useCard(address))
  const full = useNameOf(address)
  return (
    <span className="flex min-w-0 items-center gap-2" title={full}>
      <Face address={address} size={22} />
      <span className="truncate tabular-nums">
        {shown === null ? <Unnamed address={address} /> : <Name {...shown} />}
      </span>
    </span>
  )
}
