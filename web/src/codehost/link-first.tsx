import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownProfile } from '../auth/own-profile.ts'
import { useConfig } from '../service/use-config.ts'

/** A merge is recognised by its author's account, so the account has to be linked first. */
export function LinkFirst({ address }: { address: string }) {
  const { codehost } = useConfig()
  const { data: profile } = useQuery(ownProfile(address))
  if (profile === undefined || (codehost === null ? profile.codehostUsername : profile.codehostVerified))
    return null
  return (
    <p className="text-sm text-muted">
      <Trans>
        <Link to="/profile" className="font-medium underline">
          Link your code host account
        </Link>{' '}
        first: a merged pull request then proves your work.
      </Trans>
    </p>
  )
}
