// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EscrowErrorsV3} from "./EscrowErrorsV3.sol";
import {EscrowEventsV3} from "./EscrowEventsV3.sol";
import {Deciders, Terms} from "./EscrowTypesV3.sol";

/// @title Who may do what
/// @notice The owner can stop new proposals, name another operator two days ahead, name another arbiter and attester seven days ahead
/// for deposits to come, and bound deposits to come. No role can move or redirect what is here.
abstract contract Roles is EscrowErrorsV3, EscrowEventsV3 {
    /// @notice Which version of the contract this is.
    uint256 public constant VERSION = 3;

    /// @notice So long before a new operator begins everyone can see who it will be.
    uint64 public constant OPERATOR_DELAY = 2 days;

    /// @notice So long before a new arbiter and attester begin everyone can see who they will be.
    uint64 public constant DECIDERS_DELAY = 7 days;

    /// @notice So long a nomination is good, from when the nominee may begin.
    uint64 public constant NOMINATION_TIME = 14 days;

    /// @notice The longest review window and dispute period that can be deployed.
    uint64 public constant MAX_PERIOD = 365 days;

    uint8 private constant MAX_TERM = 63;

    /// @notice Names others, pauses proposals and sets limits, mostly a Safe; zero for nobody, ever.
    address public immutable owner;

    /// @notice How long the giver may look at proposed work before anyone can release it, in seconds.
    uint64 public immutable reviewWindow;

    /// @notice After this time a dispute that the arbiter did not resolve can be settled by anyone, in seconds.
    uint64 public immutable disputePeriod;

    address private immutable _firstOperator;
    address private immutable _firstArbiter;
    address private immutable _firstAttester;

    /// @notice The only one who proposes farmers and closes escrows: the service. It cannot move funds.
    address public operator;

    /// @notice Whether the owner has stopped new proposals.
    bool public proposalsPaused;

    /// @notice The number of the arbiter and the attester who decide about deposits that are made now.
    uint8 public term;

    /// @notice Whether deposits are taken in listed tokens alone.
    bool public onlyListed;

    /// @dev Whether the owner ever set a limit. In the word that a deposit reads anyway.
    bool private _isLimited;

    /// @notice The address that may become operator; zero for nobody.
    address public nominee;

    /// @notice When the nominee may begin, in unix seconds.
    uint64 public nomineeFrom;

    /// @notice The addresses that may decide about deposits to come; zero for nobody.
    Deciders public nominatedDeciders;

    /// @notice When they may begin, in unix seconds.
    uint64 public decidersFrom;

    mapping(uint256 term => Deciders) private _laterDeciders;

    /// @notice The most that a deposit in a token may be, in its smallest unit; zero where the owner has not listed it.
    mapping(address token => uint256) public limits;

    /// @notice Whether a giver accepts that this address is operator and arbiter.
    mapping(address giver => mapping(address arbiter => bool)) public acceptsBoth;

    /// @notice Whether an address was ever arbiter here after the first one. It cannot become operator.
    mapping(address arbiter => bool) public wasArbiter;

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    modifier onlyOperator() {
        if (msg.sender != _operatorNow()) revert NotOperator();
        _;
    }

    modifier whileProposing() {
        if (msg.sender != _operatorNow()) revert NotOperator();
        if (owner != address(0) && proposalsPaused) revert ProposalsArePaused();
        _;
    }

    /// @notice Gives out the roles.
    /// @param terms who has a part, and the times
    constructor(Terms memory terms) {
        if (terms.operator == address(0) || terms.arbiter == address(0)) revert InvalidAddress();
        if (terms.reviewWindow == 0 || terms.reviewWindow > MAX_PERIOD) revert InvalidReviewWindow();
        if (terms.disputePeriod == 0 || terms.disputePeriod > MAX_PERIOD) revert InvalidDisputePeriod();
        operator = terms.operator;
        _firstOperator = terms.operator;
        owner = terms.owner;
        _firstArbiter = terms.arbiter;
        _firstAttester = terms.attester;
        reviewWindow = terms.reviewWindow;
        disputePeriod = terms.disputePeriod;
        emit DeployedAs(terms);
        emit OperatorChanged(address(0), terms.operator);
    }

    /// @notice The owner stops new proposals, as when the operator's key was stolen, or lets them go on.
    /// @param paused whether they are stopped
    function pauseProposals(bool paused) external onlyOwner {
        proposalsPaused = paused;
        emit ProposalsPaused(paused);
    }

    /// @notice The owner names who may become operator after two days, for two weeks.
    /// @param next who may; zero takes an earlier nomination back
    function nominateOperator(address next) external onlyOwner {
        nominee = next;
        nomineeFrom = uint64(block.timestamp) + OPERATOR_DELAY;
        emit OperatorNominated(next, nomineeFrom);
    }

    /// @notice The nominee becomes operator, and so shows that they have the key.
    /// @dev Nobody who ever was arbiter here: givers of earlier deposits have not accepted that one is both.
    function becomeOperator() external {
        if (msg.sender != nominee) revert NotNominee();
        if (block.timestamp < nomineeFrom) revert OperatorTooEarly(nomineeFrom);
        _requireGood(nomineeFrom);
        if (msg.sender == _firstArbiter || wasArbiter[msg.sender]) revert InvalidAddress();
        emit OperatorChanged(operator, msg.sender);
        operator = msg.sender;
        nominee = address(0);
    }

    /// @notice The owner names who may decide about deposits to come after seven days, for two weeks.
    /// @param arbiter_ who may resolve disputes; zero takes an earlier nomination back
    /// @param attester_ who may sign for work; zero for nobody
    function nominateDeciders(address arbiter_, address attester_) external onlyOwner {
        nominatedDeciders = Deciders(arbiter_, attester_);
        decidersFrom = uint64(block.timestamp) + DECIDERS_DELAY;
        emit DecidersNominated(arbiter_, attester_, decidersFrom);
    }

    /// @notice The owner has those who were nominated begin. Deposits that were made before keep who decides about them.
    function appointDeciders() external onlyOwner {
        Deciders memory next = nominatedDeciders;
        if (next.arbiter == address(0)) revert NothingNominated();
        if (block.timestamp < decidersFrom) revert DecidersTooEarly(decidersFrom);
        _requireGood(decidersFrom);
        if (term == MAX_TERM) revert TooManyTerms();
        term += 1;
        _laterDeciders[term] = next;
        wasArbiter[next.arbiter] = true;
        delete nominatedDeciders;
        emit DecidersChanged(term, next.arbiter, next.attester);
    }

    /// @notice The owner sets how much one deposit in a token may be from now on, and so lists the token.
    /// @param token the ERC-20, or zero for the native coin
    /// @param most in the token's smallest unit; zero takes it from the list
    function setLimit(address token, uint256 most) external onlyOwner {
        limits[token] = most;
        _isLimited = true;
        emit LimitSet(token, most);
    }

    /// @notice The owner takes deposits in listed tokens alone from now on, or in all.
    /// @param only whether in listed ones alone
    function setOnlyListed(bool only) external onlyOwner {
        onlyListed = only;
        _isLimited = true;
        emit OnlyListedSet(only);
    }

    /// @notice A giver, who calls this, accepts that one address is operator and arbiter; else they cannot pay in while it is.
    /// @param both whose name it is
    /// @param accepted whether they accept it
    function acceptBoth(address both, bool accepted) external {
        acceptsBoth[msg.sender][both] = accepted;
        emit ArbiterAccepted(msg.sender, both, accepted);
    }

    /// @notice The arbiter of disputes about deposits that are made now.
    /// @return the arbiter
    function arbiter() public view returns (address) {
        uint256 number = _termNow();
        return number == 0 ? _firstArbiter : _laterDeciders[number].arbiter;
    }

    /// @notice The attester, whose signature decides a dispute about deposits that are made now where nobody resolves it; zero for nobody.
    /// @return the attester
    function attester() public view returns (address) {
        return _decidersIn(_termNow()).attester;
    }

    /// @dev The deciders about deposits of one time.
    function _decidersIn(uint256 number) internal view returns (Deciders memory) {
        return number == 0 ? Deciders(_firstArbiter, _firstAttester) : _laterDeciders[number];
    }

    /// @dev Without an owner all roles are as they were deployed, and nothing of them is read from storage.
    function _operatorNow() private view returns (address) {
        return owner == address(0) ? _firstOperator : operator;
    }

    /// @dev The number of who decides about deposits that are made now.
    function _termNow() internal view returns (uint256) {
        return owner == address(0) ? 0 : term;
    }

    /// @dev Refuses a deposit that the owner does not take, or whose giver has not accepted who decides about it.
    function _requireTaken(address giver, address token, uint256 total) internal view {
        address both = _operatorNow();
        if (both == arbiter() && !acceptsBoth[giver][both]) revert ArbiterIsOperator(both);
        if (owner == address(0) || !_isLimited) return;
        uint256 most = limits[token];
        if (most == 0 ? onlyListed : total > most) revert OverLimit(token, most);
    }

    /// @dev A nomination is good for two weeks from when the nominee may begin.
    function _requireGood(uint64 from) private view {
        uint64 until = from + NOMINATION_TIME;
        if (block.timestamp >= until) revert NominationLapsed(until);
    }
}
