// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title QuestEscrow
/// @notice Holds what a giver promised for a quest, and pays each farmer whose work passed its review, exactly once.
/// Funds leave in two directions only: to a farmer who was proposed, or back to the giver who paid them in. Nobody owns
/// this contract, nobody can pause or change it, and a farmer can release his own payment when the service is gone.
/// @dev Each escrow pays from what it holds itself: `held` falls by one with each payment and cannot pass zero, so no fault in
/// one escrow reaches the funds of another. A transfer that fails undoes its own call and nothing else; it can be made again.
contract QuestEscrow is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Where the payment of one farmer in one escrow stands. Released and Refunded are final.
    enum PaymentState {
        None,
        Proposed,
        Disputed,
        Released,
        Refunded
    }

    /// @notice The deposit of one giver for one quest.
    /// @param giver who paid it in, and the only one who gets anything back; zero if there is no such escrow
    /// @param fundedAt when it was paid in, in unix seconds
    /// @param slots how many places were paid in
    /// @param token the ERC-20, or zero for the native coin
    /// @param free how many of the places were never proposed and are still here
    /// @param held how many of the places have their money still here
    /// @param closed whether the operator takes no more farmers
    /// @param amountEach what each place pays, in the token's smallest unit
    struct Escrow {
        address giver;
        uint64 fundedAt;
        uint32 slots;
        address token;
        uint32 free;
        uint32 held;
        bool closed;
        uint256 amountEach;
    }

    /// @notice The payment of one farmer in one escrow.
    /// @param state where it stands
    /// @param verified whether a merge proved the work, which decides a dispute that nobody resolves
    /// @param reviewEndsAt when the giver's review ends, in unix seconds; written once
    /// @param disputedAt when the giver disputed it, in unix seconds; zero if he did not
    struct Payment {
        PaymentState state;
        bool verified;
        uint64 reviewEndsAt;
        uint64 disputedAt;
    }

    /// @notice The only one who proposes farmers and closes escrows: the service. It cannot move funds.
    address public immutable operator;

    /// @notice The only one who resolves disputes, to the farmer or to the giver.
    address public immutable arbiter;

    /// @notice How long the giver may look at proposed work before anyone can release it, in seconds.
    uint64 public immutable reviewWindow;

    /// @notice After this time a dispute that the arbiter did not resolve can be settled by anyone.
    uint64 public constant DISPUTE_PERIOD = 14 days;

    /// @notice After this time since funding the giver may take free places back without the operator.
    uint64 public constant REFUND_DELAY = 90 days;

    /// @notice The longest review window that can be deployed.
    uint64 public constant MAX_REVIEW_WINDOW = 365 days;

    /// @notice The gas that a receiver of the native coin gets: enough for a smart wallet, too little to drain who releases.
    uint256 public constant RECEIVER_GAS = 100_000;

    /// @notice Each escrow by its id.
    mapping(bytes32 escrow => Escrow) public escrows;

    /// @notice Each payment by its escrow and farmer.
    mapping(bytes32 escrow => mapping(address farmer => Payment)) public payments;

    /// @notice A giver paid in `amountEach` times `slots` for a quest.
    event Funded(
        bytes32 indexed escrow,
        address indexed giver,
        bytes32 indexed quest,
        address token,
        uint256 amountEach,
        uint32 slots
    );

    /// @notice The work of a farmer is in review until `reviewEndsAt`. Emitted again, with the same end, if a merge verified it later.
    event Proposed(bytes32 indexed escrow, address indexed farmer, bool verified, uint64 reviewEndsAt);

    /// @notice The giver did not wait for the window's end, or dropped his dispute.
    event Approved(bytes32 indexed escrow, address indexed farmer);

    /// @notice The giver disputes the work; anyone may settle it from `settlesAt` on.
    event Disputed(bytes32 indexed escrow, address indexed farmer, uint64 settlesAt);

    /// @notice The arbiter decided a dispute.
    event Resolved(bytes32 indexed escrow, address indexed farmer, bool pay);

    /// @notice A dispute that nobody resolved ended by itself.
    event Settled(bytes32 indexed escrow, address indexed farmer, bool pay);

    /// @notice A farmer was paid.
    event Released(bytes32 indexed escrow, address indexed farmer, uint256 amount);

    /// @notice The giver got money back: for refused work of `farmer`, or, where that is zero, for places never proposed.
    event Refunded(bytes32 indexed escrow, address indexed farmer, uint256 amount);

    /// @notice The operator takes no more farmers; the giver may take the free places back.
    event Closed(bytes32 indexed escrow);

    error NotOperator();
    error NotArbiter();
    error NotGiver();
    error InvalidAddress();
    error InvalidReviewWindow();
    error InvalidAmount();
    error InvalidSlots();
    /// @notice The native coin sent is not what the call costs.
    error WrongValue(uint256 expected, uint256 sent);
    error NotAToken(address token);
    /// @notice The token moved another amount than it was told to, as one that takes a fee does.
    error WrongAmountReceived(uint256 expected, uint256 received);
    error AlreadyFunded();
    error UnknownEscrow();
    error EscrowClosed();
    error NoFreePlace();
    error AlreadyProposed();
    error NotProposed();
    error AlreadyPaid();
    error AlreadyRefunded();
    error InDispute();
    error NotDisputed();
    error ReviewOpen(uint64 reviewEndsAt);
    error ReviewOver(uint64 reviewEndsAt);
    error SettleTooEarly(uint64 settlesAt);
    error RefundTooEarly(uint64 refundableAt);
    error NothingToRefund();
    /// @notice The receiver did not take the native coin; the call can be made again once it does.
    error TransferFailed(address receiver);

    /// @param operator_ the service's key: proposes farmers and closes escrows
    /// @param arbiter_ resolves disputes; should not be the same key
    /// @param reviewWindow_ the giver's time to review work, in seconds
    constructor(address operator_, address arbiter_, uint64 reviewWindow_) {
        if (operator_ == address(0) || arbiter_ == address(0)) revert InvalidAddress();
        if (reviewWindow_ == 0 || reviewWindow_ > MAX_REVIEW_WINDOW) revert InvalidReviewWindow();
        operator = operator_;
        arbiter = arbiter_;
        reviewWindow = reviewWindow_;
    }

    /// @notice Pay in for a quest, once. The caller is the giver.
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @param token an ERC-20 that this contract may spend from the caller, or zero for the native coin sent with the call
    /// @param amountEach what each place pays, in the token's smallest unit
    /// @param slots how many farmers can be paid
    function fund(bytes32 quest, address token, uint256 amountEach, uint32 slots) external payable nonReentrant {
        if (amountEach == 0) revert InvalidAmount();
        if (slots == 0) revert InvalidSlots();
        bytes32 escrow = escrowOf(msg.sender, quest);
        if (escrows[escrow].giver != address(0)) revert AlreadyFunded();

        escrows[escrow] = Escrow({
            giver: msg.sender,
            fundedAt: uint64(block.timestamp),
            slots: slots,
            token: token,
            free: slots,
            held: slots,
            closed: false,
            amountEach: amountEach
        });
        _collect(token, amountEach * slots);
        emit Funded(escrow, msg.sender, quest, token, amountEach, slots);
    }

    /// @notice The operator says that a farmer did the work: it takes a free place and the review window starts.
    /// Once more with `verified` for work that a merge proved later; the window never moves.
    /// @param escrow the id of the escrow
    /// @param farmer who is to be paid
    /// @param verified whether a merge proved the work
    function propose(bytes32 escrow, address farmer, bool verified) external nonReentrant {
        if (msg.sender != operator) revert NotOperator();
        if (farmer == address(0) || farmer == address(this)) revert InvalidAddress();
        Payment storage payment = payments[escrow][farmer];
        if (payment.state == PaymentState.None) {
            Escrow storage deposit = escrows[escrow];
            if (deposit.giver == address(0)) revert UnknownEscrow();
            if (deposit.closed) revert EscrowClosed();
            if (deposit.free == 0) revert NoFreePlace();
            deposit.free -= 1;
            payment.state = PaymentState.Proposed;
            payment.reviewEndsAt = uint64(block.timestamp) + reviewWindow;
        } else {
            _requireOpen(payment);
            if (payment.verified || !verified) revert AlreadyProposed();
        }
        payment.verified = verified;
        emit Proposed(escrow, farmer, verified, payment.reviewEndsAt);
    }

    /// @notice The giver pays a proposed farmer now, also one whose work he disputed.
    /// @dev Only who was proposed: a giver who could pay anyone from free places could empty the escrow while farmers work.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function approve(bytes32 escrow, address farmer) external nonReentrant {
        _requireGiver(escrow);
        _requireOpen(payments[escrow][farmer]);
        emit Approved(escrow, farmer);
        _pay(escrow, farmer);
    }

    /// @notice The giver stops a payment inside the review window, until the arbiter resolves it or the dispute's time is over.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function dispute(bytes32 escrow, address farmer) external nonReentrant {
        _requireGiver(escrow);
        Payment storage payment = payments[escrow][farmer];
        _requireOpen(payment);
        if (payment.state == PaymentState.Disputed) revert InDispute();
        if (block.timestamp >= payment.reviewEndsAt) revert ReviewOver(payment.reviewEndsAt);
        payment.state = PaymentState.Disputed;
        payment.disputedAt = uint64(block.timestamp);
        emit Disputed(escrow, farmer, payment.disputedAt + DISPUTE_PERIOD);
    }

    /// @notice The arbiter decides a dispute.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    /// @param pay true pays the farmer, false refunds the giver
    function resolve(bytes32 escrow, address farmer, bool pay) external nonReentrant {
        if (msg.sender != arbiter) revert NotArbiter();
        _requireDisputed(payments[escrow][farmer]);
        emit Resolved(escrow, farmer, pay);
        _end(escrow, farmer, pay);
    }

    /// @notice Anyone ends a dispute that nobody resolved in time: work proved by a merge is paid, other work refunded.
    /// @param escrow the id of the escrow
    /// @param farmer whose work is disputed
    function settle(bytes32 escrow, address farmer) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        _requireDisputed(payment);
        uint64 settlesAt = payment.disputedAt + DISPUTE_PERIOD;
        if (block.timestamp < settlesAt) revert SettleTooEarly(settlesAt);
        emit Settled(escrow, farmer, payment.verified);
        _end(escrow, farmer, payment.verified);
    }

    /// @notice Anyone pays a proposed farmer once the review window is over.
    /// @param escrow the id of the escrow
    /// @param farmer who is paid
    function release(bytes32 escrow, address farmer) external nonReentrant {
        Payment storage payment = payments[escrow][farmer];
        _requireOpen(payment);
        if (payment.state == PaymentState.Disputed) revert InDispute();
        if (block.timestamp < payment.reviewEndsAt) revert ReviewOpen(payment.reviewEndsAt);
        _pay(escrow, farmer);
    }

    /// @notice The operator takes no more farmers, so that the giver may take the free places back at once.
    /// @param escrow the id of the escrow
    function close(bytes32 escrow) external nonReentrant {
        if (msg.sender != operator) revert NotOperator();
        Escrow storage deposit = escrows[escrow];
        if (deposit.giver == address(0)) revert UnknownEscrow();
        if (deposit.closed) revert EscrowClosed();
        deposit.closed = true;
        emit Closed(escrow);
    }

    /// @notice The giver takes back the places that were never proposed, once the escrow is closed or 90 days old.
    /// @param escrow the id of the escrow
    function refund(bytes32 escrow) external nonReentrant {
        _requireGiver(escrow);
        Escrow storage deposit = escrows[escrow];
        uint64 refundableAt = deposit.fundedAt + REFUND_DELAY;
        if (!deposit.closed && block.timestamp < refundableAt) revert RefundTooEarly(refundableAt);
        uint32 places = deposit.free;
        if (places == 0) revert NothingToRefund();
        deposit.free = 0;
        _giveBack(escrow, address(0), places);
    }

    /// @notice The id of the escrow that `giver` funds for `quest`.
    /// @param giver who calls fund
    /// @param quest keccak256 of the quest's id in UTF-8
    /// @return the id that every other function takes
    function escrowOf(address giver, bytes32 quest) public pure returns (bytes32) {
        return keccak256(abi.encode(giver, quest));
    }

    function _end(bytes32 escrow, address farmer, bool pay) private {
        if (pay) {
            _pay(escrow, farmer);
        } else {
            payments[escrow][farmer].state = PaymentState.Refunded;
            _giveBack(escrow, farmer, 1);
        }
    }

    function _pay(bytes32 escrow, address farmer) private {
        Escrow storage deposit = escrows[escrow];
        payments[escrow][farmer].state = PaymentState.Released;
        deposit.held -= 1;
        emit Released(escrow, farmer, deposit.amountEach);
        _send(deposit.token, farmer, deposit.amountEach);
    }

    function _giveBack(bytes32 escrow, address farmer, uint32 places) private {
        Escrow storage deposit = escrows[escrow];
        deposit.held -= places;
        uint256 amount = deposit.amountEach * places;
        emit Refunded(escrow, farmer, amount);
        _send(deposit.token, deposit.giver, amount);
    }

    function _collect(address token, uint256 total) private {
        if (token == address(0)) {
            if (msg.value != total) revert WrongValue(total, msg.value);
            return;
        }
        if (msg.value != 0) revert WrongValue(0, msg.value);
        if (token.code.length == 0) revert NotAToken(token);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), total);
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        if (received != total) revert WrongAmountReceived(total, received);
    }

    function _send(address token, address receiver, uint256 amount) private {
        if (token == address(0)) {
            (bool taken, ) = receiver.call{value: amount, gas: RECEIVER_GAS}("");
            if (!taken) revert TransferFailed(receiver);
        } else {
            IERC20(token).safeTransfer(receiver, amount);
        }
    }

    function _requireGiver(bytes32 escrow) private view {
        address giver = escrows[escrow].giver;
        if (giver == address(0)) revert UnknownEscrow();
        if (msg.sender != giver) revert NotGiver();
    }

    function _requireDisputed(Payment storage payment) private view {
        _requireOpen(payment);
        if (payment.state != PaymentState.Disputed) revert NotDisputed();
    }

    /// @dev Neither never proposed nor ended.
    function _requireOpen(Payment storage payment) private view {
        if (payment.state == PaymentState.None) revert NotProposed();
        if (payment.state == PaymentState.Released) revert AlreadyPaid();
        if (payment.state == PaymentState.Refunded) revert AlreadyRefunded();
    }
}
