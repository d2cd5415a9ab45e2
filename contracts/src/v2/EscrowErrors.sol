// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Why a call is refused. Those of the first version have its names.
interface EscrowErrors {
    /// @notice Only the operator may do this.
    error NotOperator();
    /// @notice Only the arbiter may do this.
    error NotArbiter();
    /// @notice Only the giver may do this.
    error NotGiver();
    /// @notice Only the owner may do this.
    error NotOwner();
    /// @notice Only who was nominated as operator may do this.
    error NotNominee();
    /// @notice This address cannot have that part.
    error InvalidAddress();
    /// @notice The review window is nothing or over a year.
    error InvalidReviewWindow();
    /// @notice The dispute period is nothing or over a year.
    error InvalidDisputePeriod();
    /// @notice The amount for each place is nothing, or 2^96 units and more.
    error InvalidAmount();
    /// @notice There are no places, or more than 65,535.
    error InvalidSlots();
    /// @notice A share is over 10,000.
    error InvalidShare();
    /// @notice The signature is not that person's for this.
    error InvalidSignature();
    /// @notice The signature was good until then.
    /// @param deadline when it ended, in unix seconds
    error SignatureExpired(uint256 deadline);
    /// @notice The native coin sent is not what the call costs.
    /// @param expected what it costs, in wei
    /// @param sent what was sent, in wei
    error WrongValue(uint256 expected, uint256 sent);
    /// @notice There is no ERC-20 at this address, or it is the chain's coin by another name.
    /// @param token the address
    error NotAToken(address token);
    /// @notice The token moved another amount than it was told to, as one that takes a fee does.
    /// @param expected what should have come
    /// @param received what came
    error WrongAmountReceived(uint256 expected, uint256 received);
    /// @notice This giver has paid in for this quest before.
    error AlreadyFunded();
    /// @notice Nobody paid in under this id.
    error UnknownEscrow();
    /// @notice The escrow takes no more farmers, or its giver has given notice.
    error EscrowClosed();
    /// @notice All places are proposed or taken back.
    error NoFreePlace();
    /// @notice The owner has paused proposals.
    error ProposalsArePaused();
    /// @notice The farmer is proposed already.
    error AlreadyProposed();
    /// @notice The farmer is not proposed.
    error NotProposed();
    /// @notice The farmer was paid.
    error AlreadyPaid();
    /// @notice The giver has the money of this place back.
    error AlreadyRefunded();
    /// @notice The money of this place was split between farmer and giver.
    error AlreadySplit();
    /// @notice It is decided who gets the money of this place, and a part of it waits for its receiver.
    error AlreadyDecided();
    /// @notice The giver disputes this work.
    error InDispute();
    /// @notice The giver does not dispute this work.
    error NotDisputed();
    /// @notice Proved work is not returned but disputed.
    error IsVerified();
    /// @notice The giver has returned this work as often as he may.
    error TooManyReturns();
    /// @notice The giver still has time to look at the work.
    /// @param reviewEndsAt when his time ends, in unix seconds
    error ReviewOpen(uint64 reviewEndsAt);
    /// @notice The giver's time to look at the work is over.
    /// @param reviewEndsAt when it ended, in unix seconds
    error ReviewOver(uint64 reviewEndsAt);
    /// @notice The arbiter still has time to decide.
    /// @param settlesAt when his time ends, in unix seconds
    error SettleTooEarly(uint64 settlesAt);
    /// @notice The giver has to give notice, or to wait for its end.
    /// @param refundableAt when the notice ends, in unix seconds; zero where none was given
    error RefundTooEarly(uint64 refundableAt);
    /// @notice The farmer has a year to take his money.
    /// @param reclaimableAt when the year ends, in unix seconds
    error ReclaimTooEarly(uint64 reclaimableAt);
    /// @notice A new operator begins two days after he was named.
    /// @param from when he may begin, in unix seconds
    error OperatorTooEarly(uint64 from);
    /// @notice Nothing of this is left to give back.
    error NothingToRefund();
    /// @notice Nothing of this token is here that belongs to no escrow.
    error NothingToRescue();
    /// @notice The receiver did not take the money; the call can be made again once it does.
    /// @param receiver who did not take it
    error TransferFailed(address receiver);
    /// @notice The call has too little gas left to give the receiver what it is due.
    error NotEnoughGas();
}
