/** The counts of who has done nothing yet. */
export const noCounts = {
  posted: 0,
  accepted: 0,
  held: 0,
  completed: 0,
  givers: 0,
  paid: 0,
  refunded: 0,
  lost_as_giver: 0,
  lost_as_farmer: 0,
  farmer_ratings: 0,
  farmer_stars: 0,
  giver_ratings: 0,
  giver_stars: 0,
  reviewers: 0,
  reviewer_means: 0,
}
