// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

interface IMoved {
    function moved() external;
}

/// @notice A token with the bad habits of real ones, each switched on by a test: it takes a fee, answers false, refuses a
/// blocked holder, or calls both sides of a transfer as ERC-777 does.
contract QuirkyToken is ERC20("Quirky", "QUIRK") {
    bool public takesFee;
    bool public answersFalse;
    bool public callsHolders;
    mapping(address holder => bool) public blocked;

    error Blocked(address holder);

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setHabits(bool takesFee_, bool answersFalse_, bool callsHolders_) external {
        takesFee = takesFee_;
        answersFalse = answersFalse_;
        callsHolders = callsHolders_;
    }

    function setBlocked(address holder, bool blocked_) external {
        blocked[holder] = blocked_;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        return !answersFalse && super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        return !answersFalse && super.transferFrom(from, to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (blocked[to]) revert Blocked(to);
        super._update(from, to, amount);
        if (takesFee && from != address(0) && to != address(0)) super._update(to, address(0), amount / 100);
        if (callsHolders) {
            _tell(from);
            _tell(to);
        }
    }

    function _tell(address holder) private {
        if (holder.code.length == 0) return;
        try IMoved(holder).moved() {} catch {}
    }
}
