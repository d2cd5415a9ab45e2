// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Roles} from "./Roles.sol";

/// @title Money in and out
/// @notice Takes tokens and the native coin in and sends them out, to the unit or not at all.
abstract contract Vault is Roles, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The gas that a receiver of the native coin gets: enough for a smart wallet, too little to drain who releases.
    uint256 public constant RECEIVER_GAS = 100_000;

    /// @notice The gas that an ERC-20 gets to move where a failure must not undo the call: many times what tokens need, and a
    /// bound for one that calls a receiver who burns it all.
    uint256 public constant TOKEN_GAS = 500_000;

    /// @dev The gas left to the caller for the transfer itself and to write down that it failed.
    uint256 private constant GAS_RESERVE = 50_000;

    /// @notice The sum that all escrows together have of each ERC-20. Anything here over it was sent by mistake.
    mapping(address token => uint256) public totalHeld;

    /// @notice The owner sends on what of an ERC-20 belongs to no escrow.
    /// @param token the ERC-20
    /// @param receiver who gets it
    function rescue(address token, address receiver) external onlyOwner nonReentrant {
        uint256 amount = IERC20(token).balanceOf(address(this)) - totalHeld[token];
        if (amount == 0) revert NothingToRescue();
        uint256 coins = address(this).balance;
        emit Rescued(token, receiver, amount);
        IERC20(token).safeTransfer(receiver, amount);
        // On some chains the coin is an ERC-20 too, as on Celo: what escrows hold of it is nobody's stray.
        if (address(this).balance < coins) revert NotAToken(token);
    }

    /// @dev Takes `total` from the caller: the coin sent with the call, or the ERC-20 that they allowed.
    function _collect(address token, uint256 total) internal {
        if (token == address(0)) {
            if (msg.value != total) revert WrongValue(total, msg.value);
            return;
        }
        uint256 before = _beforeTaking(token, total);
        IERC20(token).safeTransferFrom(msg.sender, address(this), total);
        _expectReceived(token, before, total);
    }

    /// @dev Counts what is about to come, and gives the balance before it.
    function _beforeTaking(address token, uint256 total) internal returns (uint256) {
        if (msg.value != 0) revert WrongValue(0, msg.value);
        if (token.code.length == 0) revert NotAToken(token);
        // Every ERC-20 has this function, and no ERC-721, whose transferFrom and balanceOf would pass for a token's.
        try IERC20(token).allowance(msg.sender, address(this)) returns (uint256) {} catch {
            revert NotAToken(token);
        }
        totalHeld[token] += total;
        return IERC20(token).balanceOf(address(this));
    }

    /// @dev Refuses a token that moved another amount than it was told to.
    function _expectReceived(address token, uint256 before, uint256 total) internal view {
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        if (received != total) revert WrongAmountReceived(total, received);
    }

    /// @dev Sends, or undoes the whole call.
    function _send(address token, address receiver, uint256 amount) internal {
        uint256 limit = token == address(0) ? RECEIVER_GAS : gasleft();
        if (!_move(token, receiver, amount, limit)) revert TransferFailed(receiver);
    }

    /// @dev Sends, or says that the receiver did not take it. Nobody makes a good receiver fail by being mean with gas, of which
    /// a call gets 63 of 64 parts, and no receiver stops the caller by burning it.
    function _offer(address token, address receiver, uint256 amount) internal returns (bool) {
        uint256 limit = token == address(0) ? RECEIVER_GAS : TOKEN_GAS;
        if (gasleft() < (limit * 64) / 63 + GAS_RESERVE) revert NotEnoughGas();
        return _move(token, receiver, amount, limit);
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
        if (taken) totalHeld[token] -= amount;
    }
}
