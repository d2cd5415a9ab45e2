import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/session.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'

/** Whether members are there who may rank the entries of one's contest: neither oneself, nor the one who judges disputes. */
export function useVoters(): 'some' | 'none' | 'unknown' {
  const { address } = useSession()
  const { platformWallet } = useConfig()
  const { data } = useQuery({ queryKey: ['community-dao'], queryFn: () => furrow.communityDao.get() })
  if (data === undefined) return 'unknown'
  const others = data.members.filter(
    member => !sameAddress(member.address, address) && !sameAddress(member.address, platformWallet),
  )
  return others.length > 0 ? 'some' : 'none'
}
