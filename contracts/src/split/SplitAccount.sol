// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title An account whose money belongs to several payees
/// @notice Takes the coin and ERC-20s, and gives them to its payees by their parts. Each account is a clone whose address follows from payees, parts
/// and a salt. Nobody owns it, nothing of it can be changed, and no payee stops another one.
contract SplitAccount is ReentrancyGuardTransient {
    /// @notice A token's division.
    /// @param owed the sum of what payees did not take
    /// @param amount the money that is divided while some payees still wait for their parts of it
    /// @param next the first payee who waits; zero between two divisions
    struct Round {
        uint256 owed;
        uint256 amount;
        uint256 next;
    }

    /// @notice The gas that a payee of the native coin gets, as from the escrow contract.
    uint256 public constant RECEIVER_GAS = 100_000;

    /// @notice The gas that an ERC-20 gets to move a part.
    uint256 public constant TOKEN_GAS = 500_000;

    /// @dev The gas left for the transfer itself and to write down that it failed.
    uint256 private constant GAS_RESERVE = 50_000;

    /// @notice The factory of this account, which alone knows its payees.
    address public immutable splitter;

    /// @notice A payee's money that they did not take. Nobody else gets it.
    mapping(address token => mapping(address payee => uint256)) public owed;

    /// @notice The division of each token; the zero address is the native coin.
    mapping(address token => Round) public rounds;

    /// @notice Money was given to payees.
    /// @param token the ERC-20, or zero for the native coin
    /// @param amount the money that this call divided, with what it left owed
    event Shared(address indexed token, uint256 amount);

    /// @notice A payee did not take their part, which stays theirs.
    /// @param token the ERC-20, or zero for the native coin
    /// @param payee of the part
    /// @param amount all that is owed to them now
    event Kept(address indexed token, address indexed payee, uint256 amount);

    /// @notice A payee had what was owed to them sent elsewhere.
    /// @param token the ERC-20, or zero for the native coin
    /// @param payee of the part
    /// @param receiver of the money
    /// @param amount that was sent
    event Taken(address indexed token, address indexed payee, address receiver, uint256 amount);

    error NotSplitter();
    error NothingOwed();
    error NotEnoughGas();
    error NotAToken(address token);
    error TransferFailed(address receiver);

    constructor() {
        splitter = msg.sender;
    }

    /// @notice Takes the coin. It stays cheap: who pays gives a receiver little gas.
    receive() external payable {}

    /// @notice Gives the balance to the payees, `count` of them at most; the next call goes on behind them. Money that comes in between waits for the next
    /// division. Rounded up from the first payee on: each has less than a unit more or less than their exact part, and all together the whole.
    /// @param payees of this account, as its address was made of
    /// @param parts of each
    /// @param sum of the parts
    /// @param token the ERC-20, or zero for the native coin
    /// @param count how many payees at most
    function share(
        address[] calldata payees,
        uint256[] calldata parts,
        uint256 sum,
        address token,
        uint256 count
    ) external nonReentrant {
        if (msg.sender != splitter) revert NotSplitter();
        uint256 coins = address(this).balance;
        Round memory round = rounds[token];
        (uint256 first, uint256 owedBefore) = (round.next, round.owed);
        if (first == 0) round.amount = _undivided(token, owedBefore);
        uint256 end = count < payees.length - first ? first + count : payees.length;
        (uint256[] memory dues, uint256 total) = _duesOf(parts, round.amount, sum, first, end);
        round.owed = _payAll(token, payees[first:end], dues, owedBefore);
        round.next = end == payees.length ? 0 : end;
        if (round.next == 0) round.amount = 0;
        if (first != 0 || round.next != 0 || round.owed != owedBefore) rounds[token] = round;
        if (total != 0) emit Shared(token, total);
        // On some chains the coin is an ERC-20 too, as on Celo: what is owed of it is not divided under its other name.
        if (token != address(0) && address(this).balance < coins) revert NotAToken(token);
    }

    /// @notice A payee whose wallet does not take what is owed to them names another receiver.
    /// @param token the ERC-20, or zero for the native coin
    /// @param receiver who gets it
    function takeTo(address token, address receiver) external nonReentrant {
        uint256 amount = owed[token][msg.sender];
        if (amount == 0) revert NothingOwed();
        owed[token][msg.sender] = 0;
        rounds[token].owed -= amount;
        emit Taken(token, msg.sender, receiver, amount);
        uint256 limit = token == address(0) ? RECEIVER_GAS : gasleft();
        if (receiver == address(0) || !_move(token, receiver, amount, limit)) revert TransferFailed(receiver);
    }

    function _payAll(
        address token,
        address[] calldata payees,
        uint256[] memory dues,
        uint256 owedInAll
    ) private returns (uint256) {
        for (uint256 i = 0; i < dues.length; ++i) owedInAll = _pay(token, payees[i], dues[i], owedInAll);
        return owedInAll;
    }

    /// @dev Gives a payee their part and what is owed to them, or keeps it for them. Answers the sum that is owed then.
    function _pay(address token, address payee, uint256 part, uint256 owedInAll) private returns (uint256) {
        uint256 kept = owedInAll == 0 ? 0 : owed[token][payee];
        uint256 due = part + kept;
        if (due == 0) return owedInAll;
        uint256 limit = token == address(0) ? RECEIVER_GAS : TOKEN_GAS;
        // A caller who is mean with gas makes no good payee fail: a call gets 63 of 64 parts of it.
        if (gasleft() < (limit * 64) / 63 + GAS_RESERVE) revert NotEnoughGas();
        if (_move(token, payee, due, limit)) {
            if (kept != 0) owed[token][payee] = 0;
            return owedInAll - kept;
        }
        if (part == 0) return owedInAll;
        owed[token][payee] = due;
        emit Kept(token, payee, due);
        return owedInAll + part;
    }

    /// @dev Not one byte of an answer is copied but a token's true: a long one would be the caller's to pay.
    function _move(address token, address receiver, uint256 amount, uint256 limit) private returns (bool taken) {
        if (token == address(0)) {
            assembly ("memory-safe") {
                taken := call(limit, receiver, amount, 0, 0, 0, 0)
            }
            return taken;
        }
        bytes memory data = abi.encodeCall(IERC20.transfer, (receiver, amount));
        assembly ("memory-safe") {
            taken := call(limit, token, 0, add(data, 32), mload(data), 0, 32)
            // A token that answers nothing has done it, as USDT does, if there is a contract at all.
            let isSilent := and(iszero(returndatasize()), gt(extcodesize(token), 0))
            let isTrue := and(gt(returndatasize(), 31), eq(mload(0), 1))
            taken := and(taken, or(isSilent, isTrue))
        }
    }

    /// @dev What each payee from `first` to before `end` gets of an amount, and all of them together.
    function _duesOf(
        uint256[] calldata parts,
        uint256 amount,
        uint256 sum,
        uint256 first,
        uint256 end
    ) private pure returns (uint256[] memory dues, uint256 total) {
        dues = new uint256[](end - first);
        uint256 upTo = 0;
        for (uint256 i = 0; i < first; ++i) upTo += parts[i];
        uint256 start = Math.mulDiv(amount, upTo, sum, Math.Rounding.Ceil);
        for (uint256 i = 0; i < dues.length; ++i) {
            upTo += parts[first + i];
            dues[i] = Math.mulDiv(amount, upTo, sum, Math.Rounding.Ceil) - start - total;
            total += dues[i];
        }
    }

    /// @dev The money here that no division has given to anybody. A token may have taken some away.
    function _undivided(address token, uint256 owedInAll) private view returns (uint256) {
        uint256 balance = token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
        return balance > owedInAll ? balance - owedInAll : 0;
    }
}
