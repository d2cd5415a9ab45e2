import { differ, type Law, raw } from './law.ts'

export const scoreLaws: readonly Law[] = [
  {
    kind: 'scores',
    says: 'an address whose score is not the sum of its points',
    find: () =>
      differ(
        raw(
          `select address || ' as ' || role as what, cast(sum(points) as bigint) as n from score_events group by address, role`,
        ),
        raw(
          `select address || ' as ' || role as what, cast(sum(points) as bigint) as n from season_scores group by address, role`,
        ),
      ),
  },
  {
    kind: 'scores',
    says: "a guild whose score is not the sum of its members'",
    find: () =>
      differ(
        raw(`select p.guild || ' in season ' || s.season as what, cast(sum(s.points) as bigint) as n
          from season_scores s join profiles p on p.address = s.address
          where s.role = 'farmer' and p.guild is not null group by p.guild, s.season`),
        raw(`select guild || ' in season ' || season as what, points as n from guild_scores`),
      ),
  },
  {
    kind: 'scores',
    says: 'a guild with another number of members than it has',
    find: () =>
      differ(
        raw(`select guild as what, count(*) as n from profiles where guild is not null group by guild`),
        raw(`select guild as what, members as n from guilds`),
      ),
  },
]
