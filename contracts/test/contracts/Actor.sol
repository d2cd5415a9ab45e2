// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A contract that takes part as giver or farmer, and does what a test tells it when money reaches it.
contract Actor {
    enum Mood {
        Accept,
        Refuse,
        BurnGas,
        CallBack,
        Shout
    }

    Mood private _mood;
    address private _target;
    bytes private _call;

    /// @notice The error that its last call back met; ones where that call succeeded.
    bytes4 public answer;

    error Refused();

    receive() external payable {
        _react();
    }

    function moved() external {
        _react();
    }

    function setMood(Mood mood, address target, bytes calldata call_) external {
        _mood = mood;
        _target = target;
        _call = call_;
        answer = 0;
    }

    function act(address target, uint256 value, bytes calldata call_) external payable {
        (bool done, bytes memory result) = target.call{value: value}(call_);
        if (done) return;
        assembly {
            revert(add(result, 32), mload(result))
        }
    }

    function _react() private {
        if (_mood == Mood.Refuse) revert Refused();
        if (_mood == Mood.BurnGas) while (true) {}
        if (_mood == Mood.Shout) _shout();
        if (_mood != Mood.CallBack) return;
        (bool done, bytes memory result) = _target.call(_call);
        answer = done ? bytes4(0xffffffff) : bytes4(result);
    }

    /// Refuses with as long an answer as its gas pays for, which whoever copies it pays again.
    function _shout() private pure {
        assembly {
            revert(0, 150000)
        }
    }
}
